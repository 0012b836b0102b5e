// The pictures of the view learned.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/gram.h"
#include "core/base/numbers.h"
#include "core/compute/array_source.h"
#include "core/compute/function_source.h"
#include "core/views/build_parts.h"
#include "core/views/learned.h"

namespace poscope {
namespace {

using Table = std::shared_ptr<const LearnedTable>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The readings of a heat map, or of the curve below it.
class TableInspection final : public Inspection {
 public:
  using Readings = std::function<Detail(const LearnedTable& table, std::int64_t x, std::int64_t y)>;
  TableInspection(Table table, Readings readings)
      : table_(std::move(table)), readings_(std::move(readings)) {}

  Detail at(double x, double y) const override {
    constexpr double kMost = 1e15;  // Beyond it no place is an index.
    if (!(std::abs(x) < kMost) || !(std::abs(y) < kMost)) {
      return {};
    }
    return readings_(*table_, std::llround(x), std::llround(y));
  }

 private:
  Table table_;
  Readings readings_;
};

void addInteger(Detail& detail, Text label, std::int64_t value) {
  detail.rows.push_back({std::move(label), {"value.integer", {{"value", value}}}, {}, {}});
}

void addReal(Detail& detail, Text label, double value) {
  detail.rows.push_back(
      {std::move(label), Text::verbatim(readingDecimal(value)), TextRole::number, {}});
}

// Never a number where the file has none.
void addValue(Detail& detail, Text label, const LearnedTable& table, std::int64_t farthest,
              double value) {
  if (farthest >= table.positions()) {
    detail.rows.push_back({std::move(label),
                           {"learned.value.none", {{"last", table.positions() - 1}}},
                           TextRole::bad,
                           {}});
  } else {
    addReal(detail, std::move(label), value);
  }
}

bool isInside(std::int64_t index, std::int64_t count) {
  return index >= 0 && index < count;
}

void mark(Detail& detail, double x, double y) {
  detail.marked = std::isfinite(y);
  detail.markX = x;
  detail.markY = y;
}

Axis positionAxis(const LearnedTable& table, Text title, const char* name) {
  return wholeAxis(std::move(title), {name, "tokens"}, 0, table.shown - 1);
}

Axis columnAxis(const LearnedTable& table) {
  return wholeAxis("learned.axis.column", {"column"}, 0, table.dim - 1);
}

HeatLayer heatOf(const LearnedTable& table, const char* name,
                 std::shared_ptr<const CellSource> source) {
  HeatLayer heat;
  heat.name = name;
  heat.source = std::move(source);
  heat.data = {name};
  heat.of = table.owner;
  return heat;
}

ColourScale symmetric(double limit, Text title) {
  ColourScale colours;
  colours.high = limit;
  colours.low = -limit;
  colours.title = std::move(title);
  return colours;
}

// Where the table has no rows, said in words beside the hatch.
void addEnd(PlotPanel& panel, const LearnedTable& table, double x) {
  if (table.shown > table.positions()) {
    const auto first = static_cast<double>(table.positions());
    panel.layers.emplace_back(NoteLayer{x,
                                        0.5 * (first + static_cast<double>(table.shown)),
                                        {"learned.note.end", {{"first", table.positions()}}},
                                        {},
                                        ColourRole::neutral});
  }
}

void addEndStrip(PlotPanel& panel, const LearnedTable& table) {
  if (table.shown > table.positions()) {
    panel.layers.emplace_back(StripLayer{ColourRole::neutral,
                                         static_cast<double>(table.positions()) - 0.5,
                                         static_cast<double>(table.shown) - 0.5,
                                         {"learned.note.end", {{"first", table.positions()}}}});
  }
}

void fit(PlotPanel& panel, const std::vector<double>& values) {
  ValueRange range;
  for (const double value : values) {
    range.widen(value);
  }
  const double low = range.empty() ? 0 : range.low;
  const double high = range.empty() ? 1 : range.high;
  const double margin = std::max(0.06 * (high - low), 1e-9);
  panel.y.first = low - margin;
  panel.y.last = high + margin;
}

PointLayer curveOf(const LearnedTable& table, const char* name, Text label, ColourRole role) {
  PointLayer curve;
  curve.name = name;
  curve.label = std::move(label);
  curve.role = role;
  curve.mark = Mark::line;
  curve.of = table.owner;
  return curve;
}

// The table.

PlotPanel valuesPanel(const Table& table) {
  PlotPanel panel;
  panel.name = "table";
  panel.title = "learned.panel.table";
  panel.worth = PanelWorth::answer;
  panel.x = columnAxis(*table);
  panel.y = positionAxis(*table, "axis.position", "position");
  panel.y.downward = true;
  HeatLayer heat = heatOf(
      *table, "value",
      functionSource(table->shown, table->dim,
                     [table](std::int64_t position, std::int64_t column, Quantity /*quantity*/) {
                       return table->value(position, column);
                     }));
  heat.colours =
      symmetric(niceLimit(largestMagnitude(*heat.source, Quantity::a), 1.0), "learned.axis.value");
  panel.layers.emplace_back(std::move(heat));
  addEnd(panel, *table, 0.5 * static_cast<double>(table->dim));
  panel.inspection = std::make_shared<TableInspection>(
      table, [](const LearnedTable& of, std::int64_t column, std::int64_t position) {
        Detail detail;
        if (isInside(position, of.shown) && isInside(column, of.dim)) {
          addInteger(detail, "inspector.position", position);
          addInteger(detail, "learned.row.column", column);
          addValue(detail, "learned.row.value", of, position, of.value(position, column));
          mark(detail, static_cast<double>(column), static_cast<double>(position));
        }
        return detail;
      });
  return panel;
}

PlotPanel columnPanel(const Table& table) {
  PlotPanel panel;
  panel.name = "column";
  panel.title = {"learned.panel.column", {{"column", std::to_string(table->column)}}};
  panel.x = positionAxis(*table, "axis.position", "position");
  panel.y.title = "learned.axis.value";
  panel.y.data = {"value"};
  PointLayer curve = curveOf(*table, "column", {}, ColourRole::one);
  for (std::int64_t position = 0; position < std::min(table->shown, table->positions());
       ++position) {
    curve.x.push_back(static_cast<double>(position));
    curve.y.push_back(table->value(position, table->column));
  }
  fit(panel, curve.y);
  addEndStrip(panel, *table);
  panel.layers.emplace_back(std::move(curve));
  panel.inspection = std::make_shared<TableInspection>(
      table, [](const LearnedTable& of, std::int64_t position, std::int64_t) {
        Detail detail;
        if (isInside(position, of.shown)) {
          const double value = of.value(position, of.column);
          addInteger(detail, "inspector.position", position);
          addInteger(detail, "learned.row.column", of.column);
          addValue(detail, "learned.row.value", of, position, value);
          mark(detail, static_cast<double>(position), value);
        }
        return detail;
      });
  return panel;
}

// How alike two positions are.

std::shared_ptr<const CellSource> unitVectors(const Table& table) {
  return functionSource(table->shown, table->dim,
                        [table](std::int64_t position, std::int64_t column, Quantity /*quantity*/) {
                          return position < table->positions()
                                     ? table->value(position, column) /
                                           table->lengths[static_cast<std::size_t>(position)]
                                     : kNan;
                        });
}

Detail similarityDetail(const LearnedTable& table, std::int64_t one, std::int64_t other) {
  Detail detail;
  addInteger(detail, "inspector.position", one);
  addInteger(detail, "learned.row.other", other);
  addInteger(detail, "inspector.distance", std::abs(one - other));
  addValue(detail, "learned.row.similarity", table, std::max(one, other),
           table.similarity(one, other));
  return detail;
}

PlotPanel matrixPanel(const Table& table) {
  PlotPanel panel;
  panel.name = "similarities";
  panel.title = "learned.panel.similarity";
  panel.worth = PanelWorth::answer;
  panel.x = positionAxis(*table, "learned.axis.other", "other_position");
  panel.y = positionAxis(*table, "axis.position", "position");
  panel.y.downward = true;
  HeatLayer heat = heatOf(*table, "similarity", gramSource(unitVectors(table), nullptr));
  heat.colours = symmetric(1, "learned.axis.similarity");
  panel.layers.emplace_back(std::move(heat));
  addEnd(panel, *table, 0.5 * static_cast<double>(table->shown));
  panel.inspection = std::make_shared<TableInspection>(
      table, [](const LearnedTable& of, std::int64_t other, std::int64_t position) {
        if (!isInside(position, of.shown) || !isInside(other, of.shown)) {
          return Detail();
        }
        Detail detail = similarityDetail(of, position, other);
        mark(detail, static_cast<double>(other), static_cast<double>(position));
        return detail;
      });
  return panel;
}

PlotPanel profilePanel(const Table& table) {
  PlotPanel panel;
  panel.name = "profile";
  panel.title = {"learned.panel.profile", {{"position", table->position}}};
  panel.x = positionAxis(*table, "learned.axis.other", "other_position");
  panel.y.title = "learned.axis.similarity";
  panel.y.data = {"similarity"};
  PointLayer curve = curveOf(*table, "profile", {}, ColourRole::one);
  if (table->position < table->positions()) {
    for (std::int64_t other = 0; other < std::min(table->shown, table->positions()); ++other) {
      curve.x.push_back(static_cast<double>(other));
      curve.y.push_back(table->similarity(table->position, other));
    }
  }
  fit(panel, curve.y);
  addEndStrip(panel, *table);
  panel.layers.emplace_back(std::move(curve));
  panel.inspection = std::make_shared<TableInspection>(
      table, [](const LearnedTable& of, std::int64_t other, std::int64_t) {
        if (!isInside(other, of.shown)) {
          return Detail();
        }
        Detail detail = similarityDetail(of, of.position, other);
        mark(detail, static_cast<double>(other), of.similarity(of.position, other));
        return detail;
      });
  return panel;
}

// Which waves columns hold.

Axis cyclesAxis(const LearnedTable& table) {
  return wholeAxis("learned.axis.cycles", {"cycles"}, 1, table.waves() - 1);
}

Detail waveDetail(const LearnedTable& table, std::int64_t cycles, std::int64_t column) {
  Detail detail;
  addInteger(detail, "learned.row.column", column);
  addInteger(detail, "learned.row.cycles", cycles);
  addReal(detail, "learned.row.wavelength",
          static_cast<double>(table.positions()) / static_cast<double>(cycles));
  addReal(detail, "learned.row.share", table.share(cycles, column));
  return detail;
}

PlotPanel spectraPanel(const Table& table) {
  PlotPanel panel;
  panel.name = "spectra";
  panel.title = "learned.panel.spectra";
  panel.worth = PanelWorth::answer;
  panel.x = columnAxis(*table);
  panel.y = cyclesAxis(*table);
  panel.y.downward = true;
  HeatLayer heat =
      heatOf(*table, "share",
             functionSource(table->waves() - 1, table->dim,
                            [table](std::int64_t row, std::int64_t column, Quantity /*quantity*/) {
                              return table->share(row + 1, column);
                            }));
  heat.rowFirst = 1;
  heat.reduction = Reduction::maximum;
  heat.colours.map = ColourScale::Map::sequential;
  heat.colours.low = 0;
  heat.colours.high = 1;
  heat.colours.title = "learned.axis.share";
  panel.layers.emplace_back(std::move(heat));
  panel.inspection = std::make_shared<TableInspection>(
      table, [](const LearnedTable& of, std::int64_t column, std::int64_t cycles) {
        if (cycles < 1 || cycles >= of.waves() || !isInside(column, of.dim)) {
          return Detail();
        }
        Detail detail = waveDetail(of, cycles, column);
        mark(detail, static_cast<double>(column), static_cast<double>(cycles));
        return detail;
      });
  return panel;
}

PlotPanel wavesPanel(const Table& table) {
  PlotPanel panel;
  panel.name = "waves";
  panel.title = {"learned.panel.waves", {{"column", std::to_string(table->column)}}};
  panel.x = cyclesAxis(*table);
  panel.x.first = 1;
  panel.x.last = std::max(2.0, static_cast<double>(table->waves() - 1));
  panel.x.scale = AxisScale::log2;
  panel.x.ticks = AxisTicks::powersOfTwo;
  panel.y.title = "learned.axis.share";
  panel.y.data = {"share"};
  panel.y.percent = true;
  PointLayer one = curveOf(*table, "column_share",
                           {"learned.label.column", {{"column", std::to_string(table->column)}}},
                           ColourRole::one);
  PointLayer mean = curveOf(*table, "mean_share", "learned.label.mean", ColourRole::neutral);
  mean.mark = Mark::dashed;
  for (std::int64_t cycles = 1; cycles < table->waves(); ++cycles) {
    one.x.push_back(static_cast<double>(cycles));
    one.y.push_back(table->share(cycles, table->column));
    mean.x.push_back(static_cast<double>(cycles));
    mean.y.push_back(table->meanShare(cycles));
  }
  std::vector<double> all = one.y;
  all.insert(all.end(), mean.y.begin(), mean.y.end());
  fit(panel, all);
  panel.layers.emplace_back(std::move(mean));
  panel.layers.emplace_back(std::move(one));
  panel.inspection = std::make_shared<TableInspection>(
      table, [](const LearnedTable& of, std::int64_t cycles, std::int64_t) {
        if (cycles < 1 || cycles >= of.waves()) {
          return Detail();
        }
        Detail detail = waveDetail(of, cycles, of.column);
        addReal(detail, "learned.row.mean", of.meanShare(cycles));
        mark(detail, static_cast<double>(cycles), of.share(cycles, of.column));
        return detail;
      });
  return panel;
}

}  // namespace

void addTablePicture(Figure& figure, const std::shared_ptr<const LearnedTable>& table) {
  figure.panels.emplace_back(valuesPanel(table));
  figure.panels.emplace_back(columnPanel(table));
  figure.mainLayer = "value";
}

void addSimilarityPicture(Figure& figure, const std::shared_ptr<const LearnedTable>& table) {
  figure.panels.emplace_back(matrixPanel(table));
  figure.panels.emplace_back(profilePanel(table));
  figure.mainLayer = "similarity";
}

void addSpectrumPicture(Figure& figure, const std::shared_ptr<const LearnedTable>& table) {
  figure.panels.emplace_back(spectraPanel(table));
  figure.panels.emplace_back(wavesPanel(table));
  figure.mainLayer = "share";
}

}  // namespace poscope
