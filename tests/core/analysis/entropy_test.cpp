// Entropy of attention: against closed forms of equal scores, of one score that stands out, and of
// many normal ones.
#include "core/analysis/entropy.h"

#include <QtTest>
#include <cmath>

using namespace poscope;

namespace {

bool near(double value, double wanted, double tolerance = 1e-9) {
  return std::abs(value - wanted) <= tolerance;
}

}  // namespace

class EntropyTest : public QObject {
  Q_OBJECT

 private slots:
  void logFactor_isOneAtTheTrainedLength();
  void quantiles_areExceededThatOften();
  void equalScores_spreadOverAllTokens();
  void onePeak_hasTheClosedForm();
  void normalScores_followTheClosedForm_data();
  void normalScores_followTheClosedForm();
  void manyKeys_groupsAreAsGoodAsSingleScores();
  void largeScores_neverSpreadOverLessThanOne();
};

void EntropyTest::logFactor_isOneAtTheTrainedLength() {
  QCOMPARE(logFactor(512, 512, false), 1.0);
  QVERIFY(near(logFactor(262144, 512, false), 2.0));  // 512².
  QVERIFY(near(logFactor(64, 512, false), 2.0 / 3));
  QCOMPARE(logFactor(64, 512, true), 1.0);
  QVERIFY(near(logFactor(262144, 512, true), 2.0));
}

void EntropyTest::quantiles_areExceededThatOften() {
  for (double q = 1e-8; q < 1; q = q < 0.5 ? q * 1.7 : q + 0.0371) {
    const double exceeded = std::erfc(normalQuantile(q) / std::sqrt(2.0)) / 2;
    QVERIFY2(std::abs(exceeded - q) <= 6e-5 * q, qPrintable(QString::number(q)));
  }
  QCOMPARE(normalQuantile(0.5), 0.0);
  QVERIFY(near(normalQuantile(0.025), 1.959964, 1e-5));  // Tables of the normal distribution.
  QVERIFY(near(normalQuantile(0.001), 3.090232, 1e-5));
  QVERIFY(near(normalQuantile(0.975), -1.959964, 1e-5));
}

void EntropyTest::equalScores_spreadOverAllTokens() {
  for (const std::int64_t keys : {1, 2, 1000, 32769, 1 << 20}) {
    const AttentionSpread spread = attentionSpread({0, false, 0}, keys, 1.7);
    QVERIFY(near(spread.entropy, std::log(static_cast<double>(keys))));
    QVERIFY(near(spread.effective / static_cast<double>(keys), 1));
  }
}

// One key of score m among n - 1 of score 0: weight p = e^m / (e^m + n - 1), the rest share 1 - p.
void EntropyTest::onePeak_hasTheClosedForm() {
  for (const std::int64_t keys : {2, 100, 40000, 1 << 20}) {
    for (const double factor : {0.5, 1.0, 2.0}) {
      const auto others = static_cast<double>(keys - 1);
      const double mass = std::exp(5 * factor);
      const double p = mass / (mass + others);
      const double q = (1 - p) / others;
      const AttentionSpread spread = attentionSpread({0, true, 5}, keys, factor);
      QVERIFY(near(spread.peak, p));
      QVERIFY(near(spread.entropy, -p * std::log(p) - others * q * std::log(q)));
    }
  }
  QVERIFY(near(attentionSpread({1, true, 5}, 1, 1).peak, 1));
  QVERIFY(near(attentionSpread({1, true, 5}, 1, 1).entropy, 0));
}

void EntropyTest::normalScores_followTheClosedForm_data() {
  QTest::addColumn<double>("deviation");
  QTest::addColumn<double>("factor");
  for (const double deviation : {0.25, 0.5, 1.0}) {
    for (const double factor : {0.5, 1.0, 1.5}) {
      QTest::addRow("%g x %g", deviation, factor) << deviation << factor;
    }
  }
}

// ln n - s²/2 for many keys, with s = factor x deviation: E[e^x] = e^(s²/2), E[x e^x] = s²
// e^(s²/2).
void EntropyTest::normalScores_followTheClosedForm() {
  QFETCH(double, deviation);
  QFETCH(double, factor);
  const double square = deviation * factor * deviation * factor;
  const AttentionSpread spread = attentionSpread({deviation, false, 0}, 1 << 20, factor);
  QVERIFY2(near(spread.entropy, std::log(1048576.0) - square / 2, 0.003),
           qPrintable(QString::number(spread.entropy)));
}

// Each score alone, summed one by one; to where one key has nearly all the weight.
void EntropyTest::manyKeys_groupsAreAsGoodAsSingleScores() {
  constexpr int kKeys = 20000;
  for (const double deviation : {1.0, 2.0, 4.0, 8.0}) {
    double total = 0;
    double moment = 0;
    for (int r = 0; r < kKeys; ++r) {
      const double score = deviation * normalQuantile((r + 0.5) / kKeys);
      total += std::exp(score);
      moment += score * std::exp(score);
    }
    const double entropy = std::log(total) - moment / total;
    QVERIFY2(near(attentionSpread({deviation, false, 0}, kKeys, 1).entropy, entropy, 0.001),
             qPrintable(QString::number(deviation)));
    QCOMPARE(attentionSpread({deviation / 2, false, 0}, kKeys, 2).entropy,
             attentionSpread({deviation, false, 0}, kKeys, 1).entropy);
  }
}

void EntropyTest::largeScores_neverSpreadOverLessThanOne() {
  for (const double factor : {1.0, 10.0, 1000.0}) {
    const AttentionSpread spread = attentionSpread({20, true, 100}, 4096, factor);
    QVERIFY(spread.entropy >= 0 && spread.effective >= 1);
    QVERIFY(spread.peak >= 0 && spread.peak <= 1);
  }
}

QTEST_GUILESS_MAIN(EntropyTest)
#include "entropy_test.moc"
