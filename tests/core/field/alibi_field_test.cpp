// Biases as drawn and as stored: the row constant, the mask, all heads at once, and the share of
// exact entries that PIPELINES 5.5 states for a whole triangle.
#include "core/field/alibi_field.h"

#include <QtTest>
#include <cmath>

#include "core/compute/cell_source.h"
#include "core/field/make_field.h"

using namespace poscope;

namespace {

RecipePair pair() {
  return {*findRecipe(Scheme::alibi, "baichuan-13b"), *findRecipe(Scheme::alibi, "relative"),
          findFormat("bf16")};
}

}  // namespace

class AlibiFieldTest : public QObject {
  Q_OBJECT

 private slots:
  void drawn_isStoredMinusTheRowConstant();
  void masked_futureKeys_areNan();
  void heads_rowsAreTheLastRowOfEachHead();
  void triangle_shareOfExactEntries_isThePublishedOne();
};

void AlibiFieldTest::drawn_isStoredMinusTheRowConstant() {
  const auto source = fieldSource(makeAlibiField(pair(), 0.5, 8192, true), makeCpuBackend());
  const auto raw = fieldSource(makeAlibiField(pair(), 0.5, 8192, false), makeCpuBackend());
  for (const std::int64_t key : {0, 255, 257, 2049, 4095, 8191}) {
    const double stored = source->value(8191, key, Quantity::storedA);
    QCOMPARE(source->value(8191, key, Quantity::a), stored - 0.5 * 8191);
    QCOMPARE(raw->value(8191, key, Quantity::a), stored);
    QCOMPARE(source->value(8191, key, Quantity::b), raw->value(8191, key, Quantity::b));
  }
}

void AlibiFieldTest::masked_futureKeys_areNan() {
  const auto source = fieldSource(makeAlibiField(pair(), 0.5, 64, true), makeCpuBackend());
  QVERIFY(std::isnan(source->value(10, 11, Quantity::a)));
  QVERIFY(std::isnan(source->value(10, 63, Quantity::aMinusB)));
  QCOMPARE(source->value(10, 10, Quantity::reference), 0.0);
}

void AlibiFieldTest::heads_rowsAreTheLastRowOfEachHead() {
  const auto slopes = alibiSlopes(12);
  const auto heads = fieldSource(makeAlibiHeadsField(pair(), 12, 8, 2048, true), makeCpuBackend());
  QCOMPARE(heads->rows(), std::int64_t{12});
  for (std::int64_t h = 0; h < 12; ++h) {
    const double slope = slopes[static_cast<std::size_t>(h)];
    const auto one = fieldSource(makeAlibiField(pair(), slope, 2048, true), makeCpuBackend());
    for (const std::int64_t key : {0, 300, 2047}) {
      for (const Quantity quantity : {Quantity::a, Quantity::b, Quantity::reference}) {
        QCOMPARE(heads->value(h, key, quantity), one->value(2047, key, quantity));
      }
    }
  }
}

// N = 2048, slope 0.5: the difference to the bias at the own position is exact in 17.4 % of the
// triangle before and 44.6 % after; for distances below 256 in 24.7 % and 100 %.
void AlibiFieldTest::triangle_shareOfExactEntries_isThePublishedOne() {
  const auto recipes = pair();
  const AlibiStages before = alibiStages(recipes.a, *recipes.format, 2048, 1024);
  const AlibiStages after = alibiStages(recipes.b, *recipes.format, 2048, 1024);
  double all = 0, near = 0, exactBefore = 0, exactAfter = 0, nearBefore = 0, nearAfter = 0;
  for (int i = 0; i < 2048; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double wanted = 0.5 * (j - i);
      const auto exact = [&](const AlibiStages& stages) {
        return alibiStored(stages, 0.5, i, j) - alibiStored(stages, 0.5, i, i) == wanted ? 1.0
                                                                                         : 0.0;
      };
      const double b = exact(before);
      const double a = exact(after);
      const double close = i - j < 256 ? 1.0 : 0.0;
      all += 1;
      near += close;
      exactBefore += b;
      exactAfter += a;
      nearBefore += close * b;
      nearAfter += close * a;
    }
  }
  QVERIFY(std::abs(exactBefore / all - 0.174) < 0.0006);
  QVERIFY(std::abs(exactAfter / all - 0.446) < 0.0006);
  QVERIFY(std::abs(nearBefore / near - 0.24915) < 0.00001);
  QCOMPARE(nearAfter / near, 1.0);
}

QTEST_GUILESS_MAIN(AlibiFieldTest)
#include "alibi_field_test.moc"
