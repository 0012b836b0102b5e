// AxisLattice: cells cover their axis without gap or overlap; samples stay inside their stratum.
#include "core/base/lattice.h"

#include <QTest>

namespace poscope::test {
namespace {

constexpr std::int64_t kMillion = 1048576;

}  // namespace

class LatticeTest : public QObject {
  Q_OBJECT

 private slots:
  void cellsCoverTheSpanWithoutGapOrOverlap_data();
  void cellsCoverTheSpanWithoutGapOrOverlap();
  void beginIsTheFloorOfItsFormula();
  void deepZoomRepeatsIntegers();
  void everyCellHasEachIntegerOnItsOwn();
  void strataSampleInsideTheCellAndInOrder();
  void sampleOfOneIntegerIsThatInteger();
};

void LatticeTest::cellsCoverTheSpanWithoutGapOrOverlap_data() {
  QTest::addColumn<qint64>("first");
  QTest::addColumn<qint64>("span");
  QTest::addColumn<qint64>("count");
  QTest::newRow("one cell") << qint64{5} << qint64{7} << qint64{1};
  QTest::newRow("each its own") << qint64{0} << qint64{100} << qint64{100};
  QTest::newRow("uneven") << qint64{3} << qint64{100} << qint64{7};
  QTest::newRow("a window of 2^20") << qint64{0} << qint64{kMillion} << qint64{1600};
  QTest::newRow("far and large") << (qint64{1} << 52) << (qint64{1} << 52) << qint64{1923};
}

void LatticeTest::cellsCoverTheSpanWithoutGapOrOverlap() {
  QFETCH(qint64, first);
  QFETCH(qint64, span);
  QFETCH(qint64, count);
  const AxisLattice axis{first, span, count};
  std::int64_t expected = first;
  for (std::int64_t k = 0; k < count; ++k) {
    QCOMPARE(axis.begin(k), expected);
    expected += axis.width(k);
  }
  QCOMPARE(expected, first + span);
}

void LatticeTest::beginIsTheFloorOfItsFormula() {
  for (std::int64_t span = 1; span < 40; ++span) {
    for (std::int64_t count = 1; count < 40; ++count) {
      for (std::int64_t k = 0; k <= count; ++k) {
        QCOMPARE((AxisLattice{10, span, count}.begin(k)), 10 + k * span / count);
      }
    }
  }
}

void LatticeTest::deepZoomRepeatsIntegers() {
  const AxisLattice axis{4, 2, 6};
  const std::int64_t expected[] = {4, 4, 4, 5, 5, 5};
  for (std::int64_t k = 0; k < 6; ++k) {
    QCOMPARE(axis.begin(k), expected[k]);
    QCOMPARE(axis.width(k), std::int64_t{1});
  }
}

void LatticeTest::everyCellHasEachIntegerOnItsOwn() {
  const Lattice lattice = everyCell(3, 5);
  QVERIFY((lattice == Lattice{{0, 3, 3}, {0, 5, 5}}));
  for (std::int64_t k = 0; k < 5; ++k) {
    QCOMPARE(lattice.columns.begin(k), k);
    QCOMPARE(lattice.columns.width(k), std::int64_t{1});
  }
}

void LatticeTest::strataSampleInsideTheCellAndInOrder() {
  for (const std::int64_t width : {2, 3, 4, 5, 64, 655, 1 << 20}) {
    for (const std::int64_t begin : {std::int64_t{0}, std::int64_t{257}, kMillion}) {
      std::int64_t before = begin;
      for (int stratum = 0; stratum < kStrata; ++stratum) {
        const std::int64_t sample = stratifiedSample(begin, width, stratum, kStrata);
        QVERIFY(sample >= before && sample < begin + width);
        QCOMPARE(sample, stratifiedSample(begin, width, stratum, kStrata));
        before = sample;
      }
    }
  }
}

void LatticeTest::sampleOfOneIntegerIsThatInteger() {
  for (int stratum = 0; stratum < kStrata; ++stratum) {
    QCOMPARE(stratifiedSample(77, 1, stratum, kStrata), std::int64_t{77});
  }
}

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::LatticeTest)
#include "lattice_test.moc"
