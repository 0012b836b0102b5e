// Scores of recipes against distance: exact recipes give the sum of cosines, casts break it.
#include "core/field/decay_field.h"

#include <QtTest>
#include <cmath>

#include "core/compute/cell_source.h"
#include "core/field/make_field.h"

using namespace poscope;

namespace {

std::shared_ptr<const CellSource> source(const char* a, const char* b, const char* format) {
  const RecipePair recipes{*findRecipe(Scheme::rope, a), *findRecipe(Scheme::rope, b),
                           findFormat(format)};
  return fieldSource(makeDecayField(recipes, 128, 10000, 8191, 8192, 1), makeCpuBackend());
}

double cosines(double distance) {
  double sum = 0;
  for (int i = 0; i < 64; ++i) {
    sum += std::cos(distance * std::pow(10000.0, -2.0 * i / 128));
  }
  return 2 * sum;
}

}  // namespace

class DecayFieldTest : public QObject {
  Q_OBJECT

 private slots:
  void reference_isTheSumOfCosines();
  void exactRecipe_dependsOnTheDistanceOnly();
  void moduleCast_collidingNeighbours_haveTheSameScore();
};

void DecayFieldTest::reference_isTheSumOfCosines() {
  const auto scores = source("exact", "hf-llama", "bf16");
  for (const std::int64_t n : {0, 1, 16, 255, 256, 1024, 4095, 8191}) {
    const double wanted = cosines(static_cast<double>(n));
    QVERIFY(std::abs(scores->value(0, n, Quantity::reference) - wanted) < 1e-11);
  }
}

void DecayFieldTest::exactRecipe_dependsOnTheDistanceOnly() {
  const auto scores = source("exact", "hf-llama", "bf16");
  for (const std::int64_t n : {0, 1, 256, 8191}) {
    const double error = scores->value(0, n, Quantity::aMinusReference);
    QVERIFY2(std::abs(error) < 1e-9, qPrintable(QString::number(error)));
  }
  // A table stored in bf16 errs by its own rounding only: 128 products of two entries, each off by
  // 2^-9 at most.
  for (const std::int64_t n : {0, 1, 256, 8191}) {
    QVERIFY(std::abs(scores->value(0, n, Quantity::bMinusReference)) < 128 * 2 * 0x1p-9);
  }
}

// Positions 8176..8191 are all stored as 8192 in bf16: keys 0 to 15 tokens away cannot be told
// apart.
void DecayFieldTest::moduleCast_collidingNeighbours_haveTheSameScore() {
  const auto scores = source("module-cast", "hf-llama", "bf16");
  const double own = scores->value(0, 0, Quantity::a);
  for (std::int64_t n = 1; n <= 15; ++n) {
    QCOMPARE(scores->value(0, n, Quantity::a), own);
  }
  QVERIFY(scores->value(0, 16, Quantity::a) != own);
  QVERIFY(std::abs(scores->value(0, 15, Quantity::bMinusReference)) < 0.5);
}

QTEST_GUILESS_MAIN(DecayFieldTest)
#include "decay_field_test.moc"
