// The largest cell of a source and where it is, against looking at every cell.
#include "core/analysis/largest_cell.h"

#include <QTest>
#include <cmath>
#include <limits>

using namespace poscope;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Any numbers, which grow with a hash of row and column; NaN right of the diagonal.
class MadeSource final : public CellSource {
 public:
  MadeSource(std::int64_t rows, std::int64_t columns, bool causal = false)
      : rows_(rows), columns_(columns), causal_(causal) {}

  std::int64_t rows() const override { return rows_; }
  std::int64_t columns() const override { return columns_; }
  Result<void> cells(const Lattice&, Quantity, Reduction, std::span<float>,
                     std::stop_token) const override {
    return cancelled();
  }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<double> out,
                     std::stop_token stop) const override {
    if (stop.stop_requested()) {
      return cancelled();
    }
    std::size_t k = 0;
    for (std::int64_t r = 0; r < lattice.rows.count; ++r) {
      for (std::int64_t c = 0; c < lattice.columns.count; ++c) {
        out[k++] = at(integerOf(lattice.rows, r), integerOf(lattice.columns, c));
      }
    }
    return {};
  }

  [[nodiscard]] double at(std::int64_t row, std::int64_t column) const {
    if (causal_ && column > row) {
      return kNan;
    }
    return static_cast<double>((row * 7919 + column * 104729) % 1000003) - 500000;
  }

 private:
  static std::int64_t integerOf(const AxisLattice& axis, std::int64_t cell) {
    return stratifiedSample(axis.begin(cell), axis.width(cell), 0, 1);
  }

  std::int64_t rows_;
  std::int64_t columns_;
  bool causal_;
};

LargestCell largestOf(const MadeSource& source, const CellWindow& window, std::int64_t most) {
  return largestCell(source, Quantity::a, window, most, {}).value();
}

LargestCell bySearch(const MadeSource& source, const CellWindow& window) {
  LargestCell largest;
  for (std::int64_t r = window.rowFirst; r < window.rowFirst + window.rows; ++r) {
    for (std::int64_t c = window.columnFirst; c < window.columnFirst + window.columns; ++c) {
      if (std::abs(source.at(r, c)) > largest.magnitude) {
        largest = {std::abs(source.at(r, c)), r, c, true};
      }
    }
  }
  return largest;
}

}  // namespace

class LargestCellTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCell_anyWindow_isThatOfASearch_data();
  void everyCell_anyWindow_isThatOfASearch();
  void sampled_largeSource_saysSoAndNamesACellOfIt_data();
  void sampled_largeSource_saysSoAndNamesACellOfIt();
  void stopped_isCancelled();
};

void LargestCellTest::everyCell_anyWindow_isThatOfASearch_data() {
  QTest::addColumn<QList<qint64>>("window");
  QTest::newRow("one cell") << QList<qint64>{3, 1, 5, 1};
  QTest::newRow("one row") << QList<qint64>{299, 1, 0, 1000};
  QTest::newRow("one column") << QList<qint64>{0, 300, 999, 1};
  QTest::newRow("all") << QList<qint64>{0, 300, 0, 1000};
  QTest::newRow("several pieces") << QList<qint64>{0, 3000, 0, 1000};
  QTest::newRow("inside") << QList<qint64>{100, 150, 200, 60};
}

void LargestCellTest::everyCell_anyWindow_isThatOfASearch() {
  QFETCH(QList<qint64>, window);
  const CellWindow asked{window[0], window[1], window[2], window[3]};
  for (const bool causal : {false, true}) {
    const MadeSource source(3000, 1000, causal);
    const LargestCell found = largestOf(source, asked, kMostCellsLookedAt);
    const LargestCell wanted = bySearch(source, asked);
    QVERIFY(found.everyCell);
    QCOMPARE(found.magnitude, wanted.magnitude);
    QCOMPARE(found.row, wanted.row);
    QCOMPARE(found.column, wanted.column);
  }
}

void LargestCellTest::sampled_largeSource_saysSoAndNamesACellOfIt_data() {
  QTest::addColumn<qint64>("rows");
  QTest::addColumn<qint64>("columns");
  QTest::newRow("square") << qint64{1 << 20} << qint64{1 << 20};
  QTest::newRow("one row") << qint64{1} << qint64{(1 << 30) + 7};
  QTest::newRow("one column") << qint64{(1 << 30) + 7} << qint64{1};
  QTest::newRow("few rows") << qint64{40} << qint64{1 << 20};
  QTest::newRow("a little over") << qint64{64} << qint64{65};
}

void LargestCellTest::sampled_largeSource_saysSoAndNamesACellOfIt() {
  QFETCH(qint64, rows);
  QFETCH(qint64, columns);
  const MadeSource source(rows, columns);
  const LargestCell found = largestOf(source, {0, rows, 0, columns}, 4096);
  QVERIFY(!found.everyCell);
  QVERIFY(found.row >= 0 && found.row < rows && found.column >= 0 && found.column < columns);
  QCOMPARE(found.magnitude, std::abs(source.at(found.row, found.column)));
  QVERIFY(found.magnitude > 450000);
}

void LargestCellTest::stopped_isCancelled() {
  std::stop_source stop;
  stop.request_stop();
  const auto found = largestCell(MadeSource(8, 8), Quantity::a, {0, 8, 0, 8}, 64, stop.get_token());
  QVERIFY(!found);
  QCOMPARE(found.error().kind, ErrorKind::cancelled);
}

QTEST_GUILESS_MAIN(LargestCellTest)
#include "largest_cell_test.moc"
