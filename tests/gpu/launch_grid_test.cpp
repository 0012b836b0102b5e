// The index arithmetic of a launch: every cell of a lattice belongs to exactly one thread.
#include <QtTest>

#include "gpu/launch_grid.h"

using namespace poscope;

namespace {

// Threads of a tile in the order of their index, the idle ones of its last block too.
std::uint64_t threadsOf(const Tile& tile) {
  return std::uint64_t{tile.blocks()} * std::uint64_t{kThreadsPerBlock};
}

}  // namespace

class LaunchGridTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCell_oddSizes_onceAndInOrder_data();
  void everyCell_oddSizes_onceAndInOrder();
  void tiles_hugeSizes_followEachOtherWithoutGap_data();
  void tiles_hugeSizes_followEachOtherWithoutGap();
  void threads_lastBlock_stopAtTheTile();
};

void LaunchGridTest::everyCell_oddSizes_onceAndInOrder_data() {
  QTest::addColumn<qint64>("rows");
  QTest::addColumn<qint64>("columns");
  const auto add = [](qint64 rows, qint64 columns) {
    QTest::addRow("%lld x %lld", rows, columns) << rows << columns;
  };
  add(1, 1);
  add(1, 255);
  add(1, 256);
  add(1, 257);
  add(1, 65537);
  add(65537, 1);
  add(70001, 3);
  add(3, 70001);
  add(127, 131);
  add(1000, 1600);
  add(1031, 2053);
  add(1, kTileCells - 1);
  add(1, kTileCells);
  add(2, kTileCells);
  add(1, kTileCells + 1);
  add(3, kTileCells + 1);
  add(2 * kTileCells + 1, 1);
}

// A thread's cell is followed by its neighbour's cell, from the first cell of the lattice to the
// last: so none is missing and none comes twice.
void LaunchGridTest::everyCell_oddSizes_onceAndInOrder() {
  QFETCH(qint64, rows);
  QFETCH(qint64, columns);
  const LaunchGrid grid(rows, columns);
  std::int64_t next = 0;
  std::int64_t largest = 0;
  for (std::int64_t number = 0; number < grid.tiles(); ++number) {
    const Tile tile = grid.tile(number);
    QCOMPARE(grid.offset(tile), next);
    largest = std::max(largest, std::int64_t{tile.cells});
    for (std::uint32_t block = 0; block < tile.blocks(); ++block) {
      for (std::uint32_t thread = 0; thread < kThreadsPerBlock; ++thread) {
        const std::uint32_t index = Tile::indexOf(block, thread);
        if (index >= tile.cells) {
          continue;
        }
        const GridCell cell = tile.cell(index);
        const GridCell wanted{next / columns, next % columns};
        if (!(cell == wanted)) {
          QFAIL(qPrintable(QString("tile %1, thread %2").arg(number).arg(index)));
        }
        ++next;
      }
    }
  }
  QCOMPARE(next, std::int64_t{rows} * columns);
  QCOMPARE(largest, grid.largestTile());
  QVERIFY(largest <= kTileCells);
}

void LaunchGridTest::tiles_hugeSizes_followEachOtherWithoutGap_data() {
  QTest::addColumn<qint64>("rows");
  QTest::addColumn<qint64>("columns");
  const qint64 most = qint64{1} << 31;
  QTest::newRow("2^31 rows") << most << qint64{1};
  QTest::newRow("2^31 columns") << qint64{1} << most;
  QTest::newRow("2^16 x 2^15") << qint64{65536} << qint64{32768};
  QTest::newRow("primes, over 2^31 cells") << qint64{65537} << qint64{32771};
  QTest::newRow("rows wider than a tile") << qint64{1021} << qint64{2 * kTileCells + 7};
}

// As above, with each tile's first, second and last thread for all of them: the arithmetic inside a
// tile is linear.
void LaunchGridTest::tiles_hugeSizes_followEachOtherWithoutGap() {
  QFETCH(qint64, rows);
  QFETCH(qint64, columns);
  const LaunchGrid grid(rows, columns);
  std::int64_t next = 0;
  for (std::int64_t number = 0; number < grid.tiles(); ++number) {
    const Tile tile = grid.tile(number);
    QCOMPARE(grid.offset(tile), next);
    QVERIFY(tile.cells >= 1 && tile.cells <= kTileCells);
    QVERIFY(threadsOf(tile) >= tile.cells);
    QVERIFY(threadsOf(tile) - tile.cells < std::uint64_t{kThreadsPerBlock});
    const std::uint32_t second = tile.cells > 1 ? 1 : 0;
    for (const std::uint32_t index : {0U, second, tile.cells - 1}) {
      const GridCell cell = tile.cell(index);
      QCOMPARE(cell.row * columns + cell.column, next + index);
      QVERIFY(cell.row < rows && cell.column < columns);
    }
    next += tile.cells;
  }
  QCOMPARE(next, std::int64_t{rows} * columns);
}

void LaunchGridTest::threads_lastBlock_stopAtTheTile() {
  const Tile tile = LaunchGrid(1, kThreadsPerBlock + 1).tile(0);
  QCOMPARE(tile.blocks(), 2U);
  QCOMPARE(Tile::indexOf(1, 0), tile.cells - 1);
  QCOMPARE(Tile::indexOf(1, 1), tile.cells);
}

QTEST_GUILESS_MAIN(LaunchGridTest)
#include "launch_grid_test.moc"
