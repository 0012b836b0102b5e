// RoPE's rotation of one pair, and where its components stand.
#include <QtTest>
#include <cmath>
#include <set>

#include "core/encoding/rotation.h"
#include "core/numeric/trig.h"

using namespace poscope;

class RotationTest : public QObject {
  Q_OBJECT

 private slots:
  // (3, 4) a quarter of a turn on is (-4, 3); by 30 degrees (3 cos - 4 sin, 4 cos + 3 sin).
  void turnedPair_byHand() {
    const PairNumbers quarter = turnedPair<false>(Rounding{}, {3, 4}, 0, 1);
    QCOMPARE(quarter.first, -4.0);
    QCOMPARE(quarter.second, 3.0);
    const PairNumbers turned = turnedPair<false>(Rounding{}, {3, 4}, std::sqrt(0.75), 0.5);
    QVERIFY(std::abs(turned.first - (1.5 * std::sqrt(3.0) - 2)) < 1e-15);
    QVERIFY(std::abs(turned.second - (2 * std::sqrt(3.0) + 1.5)) < 1e-15);
  }

  void turnedPair_keepsTheLength() {
    for (const double angle : {0.1, 1.0, 3.0, 1000.0}) {
      const SineCosine at = sineCosine(angle);
      const PairNumbers turned = turnedPair<false>(Rounding{}, {0.6, -0.8}, at.cosine, at.sine);
      QVERIFY(std::abs(std::hypot(turned.first, turned.second) - 1) < 1e-15);
    }
  }

  // bf16 has steps of 2^-7 here. (1 + 2^-7)^2 = 1.01568603515625 lies just above 1.015625: rounded
  // first, it loses what lifts the sum over a tie.
  void turnedPair_roundsEachOperation_orTheEnd() {
    const Rounding bf16 = roundingOf(*findFormat("bf16"));
    const double x = 1.0078125;
    QCOMPARE(turnedPair<true>(bf16, {x, 0}, x, 0).first, 1.015625);
    QCOMPARE(turnedPair<false>(bf16, {x, 0}, x, 0).first, 1.015625);
    const PairNumbers each = turnedPair<true>(bf16, {x, 1}, x, -0.00390625);
    const PairNumbers once = turnedPair<false>(bf16, {x, 1}, x, -0.00390625);
    QCOMPARE(each.first, 1.015625);   // 1.01953125 is a tie of 1.015625 and 1.0234375: to even.
    QCOMPARE(once.first, 1.0234375);  // 1.01959228515625 lies above that tie.
  }

  void places_ofBothLayouts_areEachComponentOnce() {
    QCOMPARE(pairPlaces(PairLayout::interleaved, 8, 1).first, std::int64_t{2});
    QCOMPARE(pairPlaces(PairLayout::interleaved, 8, 1).second, std::int64_t{3});
    QCOMPARE(pairPlaces(PairLayout::half, 8, 1).first, std::int64_t{1});
    QCOMPARE(pairPlaces(PairLayout::half, 8, 1).second, std::int64_t{5});
    for (const PairLayoutRow& row : kPairLayouts) {
      std::set<std::int64_t> all;
      for (std::int64_t pair = 0; pair < 32; ++pair) {
        const PairPlaces places = pairPlaces(row.layout, 64, pair);
        all.insert({places.first, places.second});
      }
      QCOMPARE(all.size(), std::size_t{64});
      QCOMPARE(*all.begin(), std::int64_t{0});
      QCOMPARE(*all.rbegin(), std::int64_t{63});
    }
  }
};

QTEST_GUILESS_MAIN(RotationTest)
#include "rotation_test.moc"
