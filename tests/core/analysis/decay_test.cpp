// Closed forms of the score: against the numbers of PRODUCT C2 and against seeded draws.
#include "core/analysis/decay.h"

#include <QtTest>
#include <cmath>
#include <numbers>
#include <random>

#include "core/encoding/frequencies.h"

using namespace poscope;

class DecayTest : public QObject {
  Q_OBJECT

 private slots:
  void meanScore_ones_hasThePublishedValues();
  void rises_dim128_startAt11AndCount15();
  void deviation_closedForm_agreesWithDraws_data();
  void deviation_closedForm_agreesWithDraws();
};

void DecayTest::meanScore_ones_hasThePublishedValues() {
  const auto frequencies = inverseFrequencies(128, 10000, FrequencyForm::power, Rounding{});
  struct Row {
    double distance, score;
  };
  // PRODUCT C2 prints these without their decimals.
  for (const Row& row :
       {Row{0, 128}, {16, 79.403}, {256, 41.050}, {1024, 26.169}, {4095, -8.505}}) {
    QVERIFY(std::abs(meanScore(frequencies, row.distance, 1) - row.score) < 0.0006);
  }
}

void DecayTest::rises_dim128_startAt11AndCount15() {
  const auto frequencies = inverseFrequencies(128, 10000, FrequencyForm::power, Rounding{});
  const Rises rises = scoreRises(frequencies, 50);
  QCOMPARE(rises.first, std::int64_t{11});
  QCOMPARE(rises.count, std::int64_t{15});
}

void DecayTest::deviation_closedForm_agreesWithDraws_data() {
  QTest::addColumn<double>("correlation");
  QTest::addColumn<double>("distance");
  for (const double correlation : {0.0, 0.5, 1.0}) {
    for (const double distance : {0.0, 3.0, 257.0}) {
      QTest::addRow("rho %g at %g", correlation, distance) << correlation << distance;
    }
  }
}

// 20000 draws of 16 pairs: the standard error of a deviation is 0.5 %, six of them are allowed.
void DecayTest::deviation_closedForm_agreesWithDraws() {
  QFETCH(double, correlation);
  QFETCH(double, distance);
  const auto frequencies = inverseFrequencies(32, 10000, FrequencyForm::power, Rounding{});
  std::mt19937_64 engine(20261129);
  const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  };
  const int draws = 20000;
  double sum = 0;
  double squares = 0;
  for (int draw = 0; draw < draws; ++draw) {
    double score = 0;
    for (const double frequency : frequencies) {
      const double q1 = normal();
      const double q2 = normal();
      const double rest = std::sqrt(1 - correlation * correlation);
      const double k1 = correlation * q1 + rest * normal();
      const double k2 = correlation * q2 + rest * normal();
      const double angle = distance * frequency;
      score += (q1 * k1 + q2 * k2) * std::cos(angle) + (q1 * k2 - q2 * k1) * std::sin(angle);
    }
    sum += score;
    squares += score * score;
  }
  const double mean = sum / draws;
  const double deviation = std::sqrt(squares / draws - mean * mean);
  const double wanted = scoreDeviation(frequencies, distance, correlation);
  // q = k: the fourth moment is larger than the normal one's, so is the error of the deviation.
  QVERIFY2(std::abs(deviation - wanted) < 0.05 * wanted,
           qPrintable(QString("%1 against %2").arg(deviation).arg(wanted)));
  QVERIFY(std::abs(mean - meanScore(frequencies, distance, correlation)) <
          6 * wanted / std::sqrt(draws));
}

QTEST_GUILESS_MAIN(DecayTest)
#include "decay_test.moc"
