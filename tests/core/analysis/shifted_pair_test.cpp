// A shift is a rotation of each pair, as far as the stored numbers keep to it.
#include "core/analysis/shifted_pair.h"

#include <QtTest>
#include <cmath>

#include "core/encoding/frequencies.h"

using namespace poscope;

class ShiftedPairTest : public QObject {
  Q_OBJECT

 private slots:
  void fp64_everyPair_keepsToTheTurn_data();
  void fp64_everyPair_keepsToTheTurn();
  void bf16_handChecked_hasItsResidual();
  void bf16_everyPair_isWithinTheStoredErrors();
};

void ShiftedPairTest::fp64_everyPair_keepsToTheTurn_data() {
  QTest::addColumn<qint64>("position");
  QTest::addColumn<double>("most");
  // The product of position and frequency is rounded once: half a unit in the last place of it.
  for (const qint64 position :
       {0LL, 100LL, 255LL, 257LL, 2049LL, 4095LL, 65519LL, 131071LL, 1LL << 20, (1LL << 24) + 1}) {
    const double angle = static_cast<double>(position) + 16;
    QTest::addRow("%lld", position) << position << 2e-15 + angle * 3e-16;
  }
}

void ShiftedPairTest::fp64_everyPair_keepsToTheTurn() {
  QFETCH(qint64, position);
  QFETCH(double, most);
  for (const double frequency : inverseFrequencies(128, 10000, FrequencyForm::power, Rounding{})) {
    const ShiftedPair pair = shiftedPair(position, 16, frequency, Rounding{});
    QVERIFY2(pair.residual <= most, qPrintable(QString::number(pair.residual)));
  }
}

// Pair 0 at position 1, on by 1: sin 1 = 0.84147 is stored as 0.83984375 (215/256), cos 1 = 0.54030
// as 0.5390625 (138/256); turned by 1 radian the sine is 0.83984375 cos 1 + 0.5390625 sin 1 =
// 0.90737, and sin 2 = 0.90930 is stored as 0.91015625 (233/256).
void ShiftedPairTest::bf16_handChecked_hasItsResidual() {
  const ShiftedPair pair = shiftedPair(1, 1, 1.0, roundingOf(*findFormat("bf16")));
  QCOMPARE(pair.here.sine, 0.83984375);
  QCOMPARE(pair.here.cosine, 0.5390625);
  QCOMPARE(pair.there.sine, 0.91015625);
  QVERIFY(std::abs(pair.turned.sine - 0.9073750) < 1e-6);
  QVERIFY(std::abs(pair.there.sine - pair.turned.sine - 0.0027813) < 1e-6);
  QVERIFY(pair.residual >= 0.0027812);
}

// Each stored number is off by at most half a unit: 2^-9 below 1. A turn mixes two of them.
void ShiftedPairTest::bf16_everyPair_isWithinTheStoredErrors() {
  const double most = (std::sqrt(2.0) + 1) * std::exp2(-9) + 1e-9;
  double worst = 0;
  for (const double frequency : inverseFrequencies(128, 10000, FrequencyForm::power, Rounding{})) {
    worst = std::max(worst,
                     shiftedPair(4095, 257, frequency, roundingOf(*findFormat("bf16"))).residual);
  }
  QVERIFY(worst <= most);
  QVERIFY(worst > 1e-3);
}

QTEST_GUILESS_MAIN(ShiftedPairTest)
#include "shifted_pair_test.moc"
