#include "core/figure/cursor.h"

#include <QTest>
#include <cmath>
#include <memory>

#include "core/base/text.h"

namespace poscope {
namespace {

Axis axisOf(std::string name, double first, double last, AxisScale scale = AxisScale::linear) {
  Axis axis;
  axis.first = first;
  axis.last = last;
  axis.scale = scale;
  axis.data = {std::move(name), {}};
  return axis;
}

PlotPanel panelOf(Axis x, Axis y) {
  PlotPanel panel;
  panel.title = Text::verbatim("map");
  panel.x = std::move(x);
  panel.y = std::move(y);
  return panel;
}

/// Column + 1000 * row; every hundredth column is no number.
class Columns final : public CellSource {
 public:
  Columns(std::int64_t rowCount, std::int64_t columnCount)
      : rows_(rowCount), columns_(columnCount) {}
  std::int64_t rows() const override { return rows_; }
  std::int64_t columns() const override { return columns_; }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<float> out,
                     std::stop_token stop) const override {
    return stop.stop_requested() ? cancelled() : fill(lattice, out);
  }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<double> out,
                     std::stop_token stop) const override {
    return stop.stop_requested() ? cancelled() : fill(lattice, out);
  }

 private:
  template <typename Real>
  static Result<void> fill(const Lattice& lattice, std::span<Real> out) {
    std::size_t k = 0;
    for (std::int64_t r = 0; r < lattice.rows.count; ++r) {
      for (std::int64_t c = 0; c < lattice.columns.count; ++c) {
        const std::int64_t column = lattice.columns.begin(c);
        const double value = static_cast<double>(column + 1000 * lattice.rows.begin(r));
        out[k++] = static_cast<Real>(column % 100 == 99 ? std::nan("") : value);
      }
    }
    return {};
  }
  std::int64_t rows_;
  std::int64_t columns_;
};

CurveLayer curveOf(std::shared_ptr<const CellSource> source, double columnFirst) {
  CurveLayer curve;
  curve.name = "curve";
  curve.label = Text::verbatim("curve");
  curve.source = std::move(source);
  curve.columnFirst = columnFirst;
  return curve;
}

QString sentence(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

std::vector<DetailRow> statisticsOf(PlotPanel panel, const MarkedRange& range) {
  Figure figure;
  figure.panels = {std::move(panel)};
  auto rows = rangeStatistics(figure, range, {});
  return rows ? *rows : std::vector<DetailRow>();
}

}  // namespace

class CursorTest : public QObject {
  Q_OBJECT

 private slots:
  void axesOfOneThing() {
    QCOMPARE(coordinateOf(axisOf("key", 0, 1)), std::optional(Coordinate::position));
    QCOMPARE(coordinateOf(axisOf("position", 0, 1)), std::optional(Coordinate::position));
    QCOMPARE(coordinateOf(axisOf("context", 0, 1)), coordinateOf(axisOf("length", 0, 1)));
    QVERIFY(!coordinateOf(axisOf("error", 0, 1)));
    QVERIFY(!coordinateOf(axisOf("", 0, 1)));
  }

  // A page of pairs over positions hands on to one of positions alone, and back.
  void aPlaceOfOtherPages() {
    const PlotPanel map = panelOf(axisOf("pair", -0.5, 63.5), axisOf("position", -0.5, 131071.5));
    const PlotPanel curve = panelOf(axisOf("position", 65000, 70000), axisOf("error", 0, 1));
    const Cursor there = movedTo({}, map, 12.3, 65519.6);
    QCOMPARE(there.at(Coordinate::pair), std::optional(12.0));
    QCOMPARE(there.at(Coordinate::position), std::optional(65520.0));
    QCOMPARE(placeOn(curve, there).x, std::optional(65520.0));
    QVERIFY(!placeOn(curve, there).y);
    const Cursor moved = movedTo(there, curve, 65600.4, 0.25);
    QCOMPARE(moved.at(Coordinate::pair), std::optional(12.0));
    QCOMPARE(moved.at(Coordinate::position), std::optional(65600.0));
    QVERIFY(placeOn(panelOf(axisOf("position", 0, 4095), axisOf("error", 0, 1)), moved).empty());
    QVERIFY(movedTo(moved, curve, std::nan(""), 0) == moved);
  }

  void rangesOnAxes() {
    const Axis axis = axisOf("position", -0.5, 131071.5);
    const MarkedRange range{Coordinate::position, 65519, 65520};
    QCOMPARE(rangeBetween(axis, 65520.4, 65518.7), std::optional(range));
    QCOMPARE(range.count(), 2.0);
    QCOMPARE(partOf(axis, range), std::optional(AxisPart{65518.5, 65520.5}));
    QCOMPARE(rangeBetween(axis, -7, 1e9),
             std::optional(MarkedRange{Coordinate::position, 0, 131071}));
    QVERIFY(!partOf(axisOf("position", 0, 100), range));
    QVERIFY(!partOf(axisOf("pair", 0, 131071), range));
    QVERIFY(!rangeBetween(axisOf("error", 0, 1), 0, 1));
    const Axis lengths = axisOf("context", 512, 1048576, AxisScale::log2);
    const MarkedRange long_{Coordinate::length, 4096, 131071};
    QCOMPARE(partOf(lengths, long_), std::optional(AxisPart{4096, 131071}));
  }

  // 2047 + ... + 2050 = 8194; half of them is what is no number in the second.
  void statisticsOfCurves() {
    PlotPanel panel = panelOf(axisOf("position", 0, 200000), axisOf("error", 0, 1));
    panel.layers = {curveOf(std::make_shared<Columns>(1, 200000), 0)};
    const auto rows = statisticsOf(panel, {Coordinate::position, 2047, 2050});
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(sentence(rows[0].label), QStringLiteral("Marked positions"));
    QCOMPARE(sentence(rows[0].value), QStringLiteral("2,047 to 2,050 (4)"));
    QCOMPARE(sentence(rows[1].value), QStringLiteral("least 2,047, mean 2,048.5, greatest 2,050"));
    const auto lost = statisticsOf(panel, {Coordinate::position, 98, 100});
    QCOMPARE(sentence(lost[1].value),
             QStringLiteral("least 98, mean 99, greatest 100; 1 without a finite value"));
  }

  // More than is in memory at once: 0 .. 199,999 without every hundredth: the mean is 99,999.5 -
  // 0.5.
  void statisticsOfLongCurves() {
    PlotPanel panel = panelOf(axisOf("position", 0, 200000), axisOf("error", 0, 1));
    panel.layers = {curveOf(std::make_shared<Columns>(1, 200000), 0)};
    const auto rows = statisticsOf(panel, {Coordinate::position, 0, 199999});
    QCOMPARE(
        sentence(rows[1].value),
        QStringLiteral("least 0, mean 99,999, greatest 199,998; 2,000 without a finite value"));
  }

  void statisticsOfPartsThatExist() {
    PlotPanel panel = panelOf(axisOf("position", 1000, 1010), axisOf("error", 0, 1));
    panel.layers = {curveOf(std::make_shared<Columns>(1, 10), 1000)};
    const auto rows = statisticsOf(panel, {Coordinate::position, 900, 1003});
    QCOMPARE(sentence(rows[1].value), QStringLiteral("least 0, mean 1.5, greatest 3"));
    QCOMPARE(statisticsOf(panel, {Coordinate::position, 1010, 1020}).size(), std::size_t{1});
    QCOMPARE(statisticsOf(panel, {Coordinate::pair, 0, 3}).size(), std::size_t{1});
  }

  // Rows 1 and 2 of four columns: 1000 .. 1003 and 2000 .. 2003.
  void statisticsOfMaps() {
    PlotPanel panel = panelOf(axisOf("pair", -0.5, 3.5), axisOf("position", -0.5, 9.5));
    HeatLayer heat;
    heat.source = std::make_shared<Columns>(10, 4);
    panel.layers = {heat};
    const auto rows = statisticsOf(panel, {Coordinate::position, 1, 2});
    QCOMPARE(sentence(rows[1].value), QStringLiteral("least 1,000, mean 1,501.5, greatest 2,003"));
    heat.source = std::make_shared<Columns>(1048576, 64);
    panel.layers = {heat};
    const auto many = statisticsOf(panel, {Coordinate::position, 0, 1048575});
    QCOMPARE(sentence(many[1].value), QStringLiteral("not read: 67,108,864 values"));
  }

  void pointsAndPalerSides() {
    PlotPanel panel = panelOf(axisOf("length", 0, 10), axisOf("share", 0, 1));
    PointLayer points;
    points.name = "share";
    points.label = Text::verbatim("share");
    points.x = {1, 2, 3};
    points.y = {0.5, 0.25, 9};
    PointLayer paler = points;
    paler.faint = true;
    PointLayer mark = points;
    mark.name = {};
    panel.layers = {points, paler, mark};
    const auto rows = statisticsOf(panel, {Coordinate::length, 1, 2});
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(sentence(rows[1].value), QStringLiteral("least 0.25, mean 0.375, greatest 0.5"));
  }

  void stopsWhenItIsTold() {
    std::stop_source stop;
    stop.request_stop();
    PlotPanel panel = panelOf(axisOf("position", 0, 9), axisOf("error", 0, 1));
    panel.layers = {curveOf(std::make_shared<Columns>(1, 10), 0)};
    Figure figure;
    figure.panels = {panel};
    const auto rows = rangeStatistics(figure, {Coordinate::position, 0, 9}, stop.get_token());
    QVERIFY(!rows);
    QCOMPARE(rows.error().kind, ErrorKind::cancelled);
  }
};

}  // namespace poscope

QTEST_GUILESS_MAIN(poscope::CursorTest)
#include "cursor_test.moc"
