// T5's learned numbers on the page relative-bias: all heads by distance, and the chosen one as it
// is in the file and as it is stored.
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/compute/function_source.h"
#include "core/views/build_parts.h"
#include "core/views/relative_bias.h"

namespace poscope {
namespace {

using Page = std::shared_ptr<const RelativePage>;

/// Distances of the pictures, query minus key: a little beyond the last edge.
struct Shown {
  std::int64_t first = 0;
  std::int64_t last = 0;

  explicit Shown(const RelativePage& page)
      : last(std::min(page.last(), page.setup.t5.maxDistance + page.setup.t5.maxDistance / 4)) {
    first = page.setup.t5.bidirectional ? -last : 0;
  }
  [[nodiscard]] std::int64_t count() const { return last - first + 1; }
};

Axis distanceAxis(const RelativePage& page) {
  const Shown shown(page);
  return wholeAxis("relative-bias.axis.signed", {"distance", "tokens"}, shown.first, shown.last);
}

double numberAt(const RelativeSeries& series, std::int64_t distance, Quantity quantity) {
  const auto at = static_cast<double>(distance);
  return quantity == Quantity::reference ? series.curve.exact(at) : series.curve.stored(at);
}

/// The number of a distance in a head, and the bucket that it is of.
class NumberInspection final : public Inspection {
 public:
  /// `byHead`: y is a head; else all is about the chosen one.
  NumberInspection(Page page, bool byHead) : page_(std::move(page)), byHead_(byHead) {}

  Detail at(double x, double y) const override {
    constexpr double kMost = 1e15;  // Beyond it no place is an index.
    Detail detail;
    if (!(std::abs(x) < kMost) || !(std::abs(y) < kMost)) {
      return detail;
    }
    const Shown shown(*page_);
    const std::int64_t distance = std::llround(x);
    const std::int64_t head = byHead_ ? std::llround(y) : page_->chosen().row;
    if (distance < shown.first || distance > shown.last || head < 0 || head >= page_->setup.heads) {
      return detail;
    }
    const RelativeSeries& series = page_->drawn[static_cast<std::size_t>(head)];
    addInteger(detail, "inspector.distance", distance);
    addInteger(detail, "relative-bias.column.bucket", t5Bucket(page_->setup.t5, distance));
    addNumber(detail, series.title(), numberAt(series, distance, Quantity::reference),
              TextRole::plain);
    addNumber(
        detail,
        {"relative-bias.label.stored", {{"row", series.title()}, {"format", page_->formatTitle()}}},
        numberAt(series, distance, Quantity::a), TextRole::a);
    detail.marked = true;
    detail.markX = static_cast<double>(distance);
    detail.markY =
        byHead_ ? static_cast<double>(head) : numberAt(series, distance, Quantity::reference);
    return detail;
  }

 private:
  static void addInteger(Detail& detail, Text label, std::int64_t value) {
    detail.rows.push_back(
        {std::move(label), {"value.integer", {{"value", value}}}, TextRole::plain, {}});
  }
  static void addNumber(Detail& detail, Text label, double value, TextRole role) {
    detail.rows.push_back({std::move(label), Text::verbatim(readingDecimal(value)), role, {}});
  }

  Page page_;
  bool byHead_;
};

std::shared_ptr<const CellSource> sourceOf(const Page& page) {
  const Shown shown(*page);
  return functionSource(
      page->setup.heads, shown.count(),
      [page, first = shown.first](std::int64_t head, std::int64_t column, Quantity quantity) {
        return numberAt(page->drawn[static_cast<std::size_t>(head)], first + column, quantity);
      });
}

// All heads, as stored.
PlotPanel headsPanel(const Page& page) {
  PlotPanel panel;
  panel.name = "heads";
  panel.title = {"relative-bias.panel.heads", {{"format", page->formatTitle()}}};
  panel.worth = PanelWorth::answer;
  panel.x = distanceAxis(*page);
  panel.y = wholeAxis("relative-bias.axis.head", {"head"}, 0, page->setup.heads - 1);
  panel.y.downward = true;
  HeatLayer heat;
  heat.name = "number";
  heat.source = sourceOf(page);
  heat.columnFirst = static_cast<double>(Shown(*page).first);
  heat.data = {"bias"};
  heat.of = page->ofRow(*page->scheme, page->format->id);
  heat.colours.high = niceLimit(largestMagnitude(*heat.source, Quantity::a), 1.0);
  heat.colours.low = -heat.colours.high;
  heat.colours.title = "relative-bias.axis.bias";
  panel.layers.emplace_back(std::move(heat));
  panel.inspection = std::make_shared<NumberInspection>(page, true);
  return panel;
}

CurveLayer curveOf(const Page& page, const char* name, Quantity quantity) {
  CurveLayer curve;
  curve.name = name;
  curve.source = sourceOf(page);
  curve.row = page->chosen().row;
  curve.quantity = quantity;
  curve.columnFirst = static_cast<double>(Shown(*page).first);
  return curve;
}

PlotPanel headPanel(const Page& page) {
  const RelativeSeries& chosen = page->chosen();
  const Shown shown(*page);
  PlotPanel panel;
  panel.name = "head";
  panel.title = {"relative-bias.panel.head", {{"row", chosen.title()}}};
  panel.x = distanceAxis(*page);
  panel.y.title = "relative-bias.axis.bias";
  panel.y.data = {"bias"};
  CurveLayer exact = curveOf(page, "in_file", Quantity::reference);
  exact.label = "relative-bias.label.file";
  exact.role = ColourRole::reference;
  exact.of = page->ofRow(*page->scheme, "fp64");
  CurveLayer stored = curveOf(page, "stored", Quantity::a);
  stored.label = {"relative-bias.label.stored",
                  {{"row", chosen.title()}, {"format", page->formatTitle()}}};
  stored.role = ColourRole::a;
  stored.mark = Mark::stairs;
  stored.of = page->ofRow(*page->scheme, page->format->id);
  ValueRange range;
  for (std::int64_t distance = shown.first; distance <= shown.last; ++distance) {
    range.widen(numberAt(chosen, distance, Quantity::reference));
    range.widen(numberAt(chosen, distance, Quantity::a));
  }
  const double margin = std::max(0.05 * (range.high - range.low), 1e-6 * range.magnitude());
  panel.y.first = range.low - std::max(margin, 1e-12);
  panel.y.last = range.high + std::max(margin, 1e-12);
  panel.layers.emplace_back(std::move(exact));
  panel.layers.emplace_back(std::move(stored));
  panel.inspection = std::make_shared<NumberInspection>(page, false);
  return panel;
}

}  // namespace

TablePanel numbersTable(const RelativePage& page) {
  const RelativeSeries& chosen = page.chosen();
  const auto ranges = bucketRanges(page);
  TablePanel table = bucketTable(ranges);
  table.worth = PanelWorth::extra;
  table.of = page.ofRow(*page.scheme, page.format->id);
  table.columns.push_back({"relative-bias.label.file", {"in_file"}});
  table.columns.push_back({page.formatTitle(), {"stored"}});
  table.spareColumns = {3};
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    const auto at = static_cast<double>(ranges[k].first);
    table.rows[k].cells.push_back(numberCell(chosen.curve.exact(at), 6));
    table.rows[k].cells.push_back(numberCell(chosen.curve.stored(at), 6, TextRole::a));
  }
  return table;
}

void addNumbers(Figure& figure, const Page& page) {
  figure.panels.emplace_back(headsPanel(page));
  figure.panels.emplace_back(headPanel(page));
  figure.mainLayer = "number";
}

}  // namespace poscope
