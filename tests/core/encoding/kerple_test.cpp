// KERPLE's logarithmic bias: PIPELINES 6.4 and what rounding each stage does. Golden values of the
// recipes are in tests/core/recipe/golden_kerple_test.cpp.
#include "core/encoding/kerple.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace poscope;

namespace {

KerpleStages allIn(const char* format) {
  const Rounding rounding = roundingOf(*findFormat(format));
  return {rounding, rounding, rounding, rounding};
}

}  // namespace

class KerpleTest : public QObject {
  Q_OBJECT

 private slots:
  void exact_exampleHead_hasTheWorkedValues();
  void exact_distanceZero_isNothing();
  void biases_fp64Stages_areTheExactOnes();
  void biases_towardsFarKeys_neverRise_data();
  void biases_towardsFarKeys_neverRise();
  void biases_bf16Distances_collideFrom256();
  void biases_doubledP_areDoubled();
};

void KerpleTest::exact_exampleHead_hasTheWorkedValues() {
  const KerpleHead head{2, 0.5};
  struct Row {
    double distance;
    double bias;
  };
  for (const Row& row : {Row{1, -0.81093}, Row{10, -3.58352}, Row{1000, -12.43321}}) {
    QVERIFY(std::abs(kerpleExact(head, row.distance) - row.bias) < 5e-6);
  }
}

void KerpleTest::exact_distanceZero_isNothing() {
  QCOMPARE(kerpleExact({1.5, 0.25}, 0) + 0.0, 0.0);
  QCOMPARE(kerpleBiases({1.5, 0.25}, allIn("bf16"), 1).front() + 0.0, 0.0);
}

void KerpleTest::biases_fp64Stages_areTheExactOnes() {
  const KerpleHead head{0.7, 0.03};
  const std::vector<double> biases = kerpleBiases(head, allIn("fp64"), 4096);
  for (std::size_t distance = 0; distance < biases.size(); ++distance) {
    QVERIFY(std::abs(biases[distance] - kerpleExact(head, static_cast<double>(distance))) < 1e-14);
  }
}

void KerpleTest::biases_towardsFarKeys_neverRise_data() {
  QTest::addColumn<QByteArray>("format");
  for (const char* format : {"fp64", "fp32", "bf16", "fp16"}) {
    QTest::newRow(format) << QByteArray(format);
  }
}

void KerpleTest::biases_towardsFarKeys_neverRise() {
  QFETCH(QByteArray, format);
  const std::vector<double> biases = kerpleBiases({2, 0.5}, allIn(format.constData()), 8192);
  QVERIFY(std::is_sorted(biases.rbegin(), biases.rend()));
  QVERIFY(biases.back() < -16);
}

void KerpleTest::biases_bf16Distances_collideFrom256() {
  // Distances 256 and 257 are one bf16 number, whatever the later stages are.
  KerpleStages stages = allIn("fp32");
  QVERIFY(kerpleBiases({2, 0.5}, stages, 258)[256] > kerpleBiases({2, 0.5}, stages, 258)[257]);
  stages.position = roundingOf(*findFormat("bf16"));
  const std::vector<double> biases = kerpleBiases({2, 0.5}, stages, 258);
  QCOMPARE(biases[256], biases[257]);
  QVERIFY(biases[255] > biases[256]);
}

void KerpleTest::biases_doubledP_areDoubled() {
  const std::vector<double> once = kerpleBiases({1, 0.5}, allIn("fp32"), 512);
  const std::vector<double> twice = kerpleBiases({2, 0.5}, allIn("fp32"), 512);
  for (std::size_t distance = 0; distance < once.size(); ++distance) {
    QCOMPARE(twice[distance], 2 * once[distance]);
  }
}

QTEST_GUILESS_MAIN(KerpleTest)
#include "kerple_test.moc"
