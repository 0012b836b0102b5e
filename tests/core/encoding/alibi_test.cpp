// Slopes and biases: PIPELINES 5 and the public cases A07, D06, B10, B11.
#include "core/encoding/alibi.h"

#include <QtTest>
#include <cmath>

#include "core/recipe/pipeline.h"

using namespace poscope;

namespace {

AlibiStages stages(const char* id, const char* format) {
  return alibiStages(*findRecipe(Scheme::alibi, id), *findFormat(format), (1 << 20) + 1, 1 << 20);
}

}  // namespace

class AlibiTest : public QObject {
  Q_OBJECT

 private slots:
  void slopes_40Heads_areThePublishedOnes();
  void slopes_powersOfTwo_areGeometric();
  void slopes_mptMaxBias16();
  void slopes_castToLowPrecision_exactCounts_data();
  void slopes_castToLowPrecision_exactCounts();
  void stored_bloomHead0Of32_hasThePublishedBiases();
  void attention_uniformScores_showTheDamage();
  void bias_absoluteIsRelativePlusTheRowConstant_inFp64();
};

void AlibiTest::slopes_40Heads_areThePublishedOnes() {
  const auto slopes = alibiSlopes(40);
  QCOMPARE(slopes.size(), std::size_t{40});
  struct Row {
    std::size_t head;
    double slope;
  };
  for (const Row& row : {Row{0, 0.8408964276},
                         {1, 0.7071067691},
                         {2, 0.5946035385},
                         {3, 0.5},
                         {31, 0.00390625},
                         {32, 0.917004},
                         {33, 0.771105},
                         {34, 0.648420},
                         {35, 0.545254},
                         {36, 0.458502},
                         {37, 0.385553},
                         {38, 0.324210},
                         {39, 0.272627}}) {
    QVERIFY2(std::abs(slopes[row.head] - row.slope) < 6e-7, qPrintable(QString::number(row.head)));
  }
}

void AlibiTest::slopes_powersOfTwo_areGeometric() {
  for (const std::int64_t heads : {1, 2, 4, 8, 16, 32, 64, 128}) {
    const auto slopes = alibiSlopes(heads);
    for (std::int64_t h = 0; h < heads; ++h) {
      QCOMPARE(slopes[static_cast<std::size_t>(h)],
               std::exp2(-8.0 * static_cast<double>(h + 1) / static_cast<double>(heads)));
    }
  }
}

void AlibiTest::slopes_mptMaxBias16() {
  const auto slopes = alibiSlopes(32, 16);
  QVERIFY(std::abs(slopes.front() - 0.70710678) < 1e-8);
  QVERIFY(std::abs(slopes.back() - 1.5258789e-05) < 1e-12);
}

void AlibiTest::slopes_castToLowPrecision_exactCounts_data() {
  QTest::addColumn<int>("heads");
  QTest::addColumn<QString>("format");
  QTest::addColumn<int>("exact");
  QTest::addColumn<double>("worst");
  QTest::newRow("8 bf16") << 8 << "bf16" << 8 << 0.0;
  QTest::newRow("16 bf16") << 16 << "bf16" << 8 << 1.07e-4;
  QTest::newRow("16 fp16") << 16 << "fp16" << 8 << 1.07e-4;
  QTest::newRow("32 bf16") << 32 << "bf16" << 8 << 1.44e-3;
  QTest::newRow("32 fp16") << 32 << "fp16" << 8 << 2.07e-4;
  QTest::newRow("40 bf16") << 40 << "bf16" << 8 << -1.0;
}

void AlibiTest::slopes_castToLowPrecision_exactCounts() {
  QFETCH(int, heads);
  QFETCH(QString, format);
  QFETCH(double, worst);
  const Rounding rounding = roundingOf(*findFormat(format.toStdString()));
  int exact = 0;
  double largest = 0;
  for (const double slope : alibiSlopes(heads)) {
    const double stored = roundTo(rounding, slope);
    exact += stored == slope ? 1 : 0;
    largest = std::max(largest, std::abs(stored - slope) / slope);
  }
  QTEST(exact, "exact");
  if (worst >= 0) {
    QVERIFY2(std::abs(largest - worst) <= 0.005 * worst, qPrintable(QString::number(largest)));
  }
}

void AlibiTest::stored_bloomHead0Of32_hasThePublishedBiases() {
  const AlibiStages bloom = stages("baichuan-13b", "bf16");
  const double slope = alibiSlopes(32)[0];
  struct Row {
    double key, bias;
  };
  for (const Row& row :
       {Row{1, 0.83984375}, {3, 2.515625}, {257, 216}, {1000, 840}, {2047, 1720}}) {
    QCOMPARE(alibiStored(bloom, slope, 2047, row.key), row.bias);
  }
}

// Case D06: 8 heads, slope 0.5, 2048 equal scores: the probability of the query's own position.
void AlibiTest::attention_uniformScores_showTheDamage() {
  const auto ownProbability = [](const AlibiStages& which) {
    double sum = 0;
    const double own = alibiStored(which, 0.5, 2047, 2047);
    for (int key = 0; key < 2048; ++key) {
      sum += std::exp(alibiStored(which, 0.5, 2047, key) - own);
    }
    return 1 / sum;
  };
  QVERIFY(std::abs(ownProbability(stages("relative", "fp64")) - 0.39347) < 5e-6);
  QVERIFY(std::abs(ownProbability(stages("relative", "bf16")) - 0.39347) < 5e-6);
  QVERIFY(std::abs(ownProbability(stages("baichuan-13b", "bf16")) - 0.24206) < 5e-6);
}

void AlibiTest::bias_absoluteIsRelativePlusTheRowConstant_inFp64() {
  const AlibiStages absolute = withIndex(AlibiStages(), AlibiIndex::absolute, 131072);
  const AlibiStages relative;
  for (const double key : {0.0, 255.0, 2049.0, 131070.0}) {
    const double query = 131071;
    QCOMPARE(alibiStored(absolute, 0.5, query, key) - alibiRowConstant(absolute, 0.5, query),
             alibiStored(relative, 0.5, query, key));
  }
}

QTEST_GUILESS_MAIN(AlibiTest)
#include "alibi_test.moc"
