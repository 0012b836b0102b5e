// The score of one query and one key: by hand, and what moves and layouts do to it.
#include <QtTest>
#include <cmath>

#include "core/analysis/rotated_score.h"

using namespace poscope;

namespace {

PhaseRows rowOf(const std::vector<double>& frequencies, std::int64_t position) {
  PhaseRows row;
  fillReferenceRows({frequencies, 1}, position, 1, row);
  return row;
}

double scoreOf(const QueryAndKey& vectors, std::int64_t query, std::int64_t key) {
  const std::vector<double> frequencies{1.0, 0.01};
  return turnedScore({}, vectors, rowOf(frequencies, query), 0, rowOf(frequencies, key), 0);
}

}  // namespace

class RotatedScoreTest : public QObject {
  Q_OBJECT

 private slots:
  // q = (1, 0, 2, 0), k = (1, 0, 0, 3), interleaved: cos((m - n) 1) + 6 sin((m - n) 0.01).
  void score_byHand() {
    const QueryAndKey vectors{PairLayout::interleaved, {1, 0, 2, 0}, {1, 0, 0, 3}};
    for (const auto& [query, key] : {std::pair(7, 4), std::pair(4, 7), std::pair(5, 5)}) {
      const double n = query - key;
      QVERIFY(std::abs(scoreOf(vectors, query, key) - (std::cos(n) + 6 * std::sin(0.01 * n))) <
              1e-14);
    }
  }

  void score_ofBothMoved_stays() {
    const QueryAndKey vectors{PairLayout::half, {0.3, -1, 0.7, 0.2}, {1, 0.5, -0.4, 0.9}};
    const double here = scoreOf(vectors, 7, 4);
    QVERIFY(std::abs(scoreOf(vectors, 1000007, 1000004) - here) < 1e-9);
    QVERIFY(std::abs(scoreOf(vectors, 8, 4) - here) > 0.01);
  }

  void parts_areOneForEachPair_inTheOrderOfPairs() {
    const std::vector<double> q{1, 2, 3, 4};
    const std::vector<double> k{5, 6, 7, 8};
    QCOMPARE(pairParts(PairLayout::interleaved, q, k), (std::vector<double>{17, 53}));
    QCOMPARE(pairParts(PairLayout::half, q, k), (std::vector<double>{26, 44}));
    QCOMPARE(normOf(std::vector<double>{3, 0, 0, 4}), 5.0);
  }

  // With rearranged weights the other code adds up the same numbers in the same order.
  void rearranged_theOtherLayoutGivesTheSameBits() {
    const std::vector<double> q{1, 2, 3, 4, 5, 6};
    const auto half = rearranged(q, PairLayout::interleaved, PairLayout::half);
    QCOMPARE(half, (std::vector<double>{1, 3, 5, 2, 4, 6}));
    QCOMPARE(rearranged(half, PairLayout::half, PairLayout::interleaved), q);
    const QueryAndKey trained{PairLayout::interleaved, {0.3, -1, 0.7, 0.2}, {1, 0.5, -0.4, 0.9}};
    const auto to = [](const std::vector<double>& x) {
      return rearranged(x, PairLayout::interleaved, PairLayout::half);
    };
    const QueryAndKey fitting{PairLayout::half, to(trained.query), to(trained.key)};
    const QueryAndKey wrong{PairLayout::half, trained.query, trained.key};
    QCOMPARE(scoreOf(fitting, 7, 4), scoreOf(trained, 7, 4));
    QVERIFY(std::abs(scoreOf(wrong, 7, 4) - scoreOf(trained, 7, 4)) > 0.1);
  }

  void turned_storesInTheFormatFirst() {
    RotationStages stages;
    stages.rotation = roundingOf(*findFormat("bf16"));
    const PhaseRows still = rowOf({1.0}, 0);
    const auto stored =
        turned(stages, PairLayout::interleaved, std::vector<double>{0.37, 1}, still, 0);
    QCOMPARE(stored[0], roundTo(stages.rotation, 0.37));
    QVERIFY(stored[0] != 0.37);
    QCOMPARE(stored[1], 1.0);
  }
};

QTEST_GUILESS_MAIN(RotatedScoreTest)
#include "rotated_score_test.moc"
