// The plots of the view relative-bias by distance.
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/compute/function_source.h"
#include "core/views/build_parts.h"
#include "core/views/relative_bias.h"

namespace poscope {
namespace {

/// What a panel draws: the numbers, or how much they take off a score, which a logarithmic axis
/// holds.
enum class Drawn { numbers, takenOff };

Drawn drawnOf(const RelativePage& page) {
  return page.drawn.front().scheme->effect == RelativeEffect::added ? Drawn::takenOff
                                                                    : Drawn::numbers;
}

double drawnValue(Drawn drawn, double number) {
  return drawn == Drawn::takenOff ? 0.0 - number : number;
}

/// Exact and stored numbers of some series at distances first, first + 1, ...
std::shared_ptr<const CellSource> sourceOf(const std::vector<RelativeSeries>& series, Drawn drawn,
                                           std::int64_t first, std::int64_t count) {
  std::vector<RelativeCurve> curves;
  curves.reserve(series.size());
  for (const RelativeSeries& each : series) {
    curves.push_back(each.curve);
  }
  CellFunction number = [curves = std::move(curves), drawn, first](
                            std::int64_t row, std::int64_t column, Quantity quantity) {
    const RelativeCurve& curve = curves[static_cast<std::size_t>(row)];
    const auto distance = static_cast<double>(first + column);
    return drawnValue(
        drawn, quantity == Quantity::reference ? curve.exact(distance) : curve.stored(distance));
  };
  return functionSource(std::ssize(series), count, std::move(number));
}

void addNumber(Detail& detail, Text label, double value, TextRole role = TextRole::plain) {
  detail.rows.push_back({std::move(label), Text::verbatim(readingDecimal(value)), role, {}});
}

/// The numbers of a distance, and who shares the chosen one.
class DistanceInspection final : public Inspection {
 public:
  DistanceInspection(std::shared_ptr<const RelativePage> page, Drawn drawn)
      : page_(std::move(page)), drawn_(drawn) {}

  Detail at(double x, double y) const override {
    Detail detail;
    const double distance = std::round(x);
    if (!(distance >= 0 && distance <= static_cast<double>(page_->last()))) {
      return detail;
    }
    detail.rows.push_back({"inspector.distance",
                           {"value.integer", {{"value", static_cast<std::int64_t>(distance)}}},
                           TextRole::plain,
                           {}});
    detail.marked = true;
    detail.markX = distance;
    double nearest = HUGE_VAL;
    for (const RelativeSeries& series : page_->drawn) {
      const double value = series.curve.exact(distance);
      addNumber(detail, page_->titleOf(series), value);
      const double height = drawnValue(drawn_, value);
      if (std::abs(height - y) < nearest) {
        nearest = std::abs(height - y);
        detail.markY = height;
      }
    }
    if (!page_->showsAll()) {
      addStored(detail, distance);
    }
    return detail;
  }

 private:
  void addStored(Detail& detail, double distance) const {
    const RelativeSeries& chosen = page_->chosen();
    detail.markY = drawnValue(drawn_, chosen.curve.exact(distance));
    const double stored = chosen.curve.stored(distance);
    const Text label("relative-bias.label.stored",
                     {{"row", chosen.title()}, {"format", page_->formatTitle()}});
    addNumber(detail, label, stored, TextRole::a);
    if (chosen.scheme->effect == RelativeEffect::added) {
      addNumber(detail, "relative-bias.row.weight", std::exp(stored), TextRole::a);
    }
    if (!chosen.scheme->monotonic) {
      return;  // Who else has the number is known only after a look at all.
    }
    const auto run =
        runAt(chosen.curve.stored, page_->setup.context, static_cast<std::int64_t>(distance));
    detail.rows.push_back({"relative-bias.row.shares",
                           {run.size() == 1 ? "inspector.shares.none" : "relative-bias.value.run",
                            {{"first", run.first}, {"last", run.last}}},
                           TextRole::plain,
                           {}});
    if (run.size() > 1) {
      // A logarithmic axis has no place for distance 0.
      detail.strips.push_back({ColourRole::marked,
                               std::max(static_cast<double>(run.first) - 0.5, 0.5),
                               static_cast<double>(run.last) + 0.5,
                               {}});
    }
  }

  std::shared_ptr<const RelativePage> page_;
  Drawn drawn_;
};

// The largest part of a score that a row takes off: that of the farthest distance, but where
// numbers turn back that of some distances.
double mostTaken(const RelativePage& page, const RelativeSeries& series) {
  constexpr std::int64_t kMostSeen = 512;
  double least = series.farthest;
  if (!series.scheme->monotonic) {
    const AxisLattice seen{1, page.last(), std::min(page.last(), kMostSeen)};
    for (std::int64_t k = 0; k < seen.count; ++k) {
      least = std::min(least, series.curve.exact(static_cast<double>(seen.begin(k))));
    }
  }
  return -least;
}

// Heads differ by powers of ten: a straight line there is a power of the distance.
Axis takenAxis(const RelativePage& page) {
  // The names of the curves stand above them on the left, or below them on the right.
  constexpr double kBelow = 8;
  constexpr double kAbove = 4;
  Axis axis{"relative-bias.axis.taken", HUGE_VAL, 0, AxisScale::log2, AxisTicks::powersOfTwo};
  axis.data = {"taken_off"};
  for (const RelativeSeries& series : page.drawn) {
    axis.first = std::min(axis.first, -series.curve.exact(1) / kBelow);
    axis.last = std::max(axis.last, mostTaken(page, series) * kAbove);
  }
  return axis;
}

Axis factorAxis() {
  Axis axis{"relative-bias.axis.factor", 0, 1.05};
  axis.data = {"factor"};
  return axis;
}

// Where softmax leaves a thousandth of the weight that the key would have at distance 0.
void addThousandth(PlotPanel& panel) {
  const double taken = std::log(1000.0);
  if (taken > panel.y.first && taken < panel.y.last) {
    PointLayer line;
    line.label = "relative-bias.label.thousandth";
    line.role = ColourRole::neutral;
    line.mark = Mark::dashed;
    line.x = {panel.x.first, panel.x.last};
    line.y = {taken, taken};
    panel.layers.emplace_back(std::move(line));
  }
}

CurveLayer curveOf(const std::shared_ptr<const CellSource>& source, std::int64_t row,
                   double columnFirst, std::string of) {
  CurveLayer curve;
  curve.source = source;
  curve.row = row;
  curve.quantity = Quantity::reference;
  curve.columnFirst = columnFirst;
  curve.of = std::move(of);
  return curve;
}

// The chosen row as it is stored.
CurveLayer storedOf(const RelativePage& page, CurveLayer curve) {
  const RelativeSeries& chosen = page.chosen();
  curve.name = "stored";
  curve.label = {"relative-bias.label.stored",
                 {{"row", chosen.title()}, {"format", page.formatTitle()}}};
  curve.role = ColourRole::a;
  curve.mark = Mark::stairs;
  curve.quantity = Quantity::a;
  curve.of = page.ofRow(*chosen.scheme, page.format->id);
  return curve;
}

}  // namespace

// Distance 0, where nothing is taken off, has no place on the axis.
PlotPanel relativeCurves(const std::shared_ptr<const RelativePage>& shared) {
  const RelativePage& page = *shared;
  PlotPanel panel;
  panel.name = "curves";
  panel.x = {"relative-bias.axis.distance", 1,
             static_cast<double>(std::max<std::int64_t>(page.last(), 2)), AxisScale::log2,
             AxisTicks::powersOfTwo};
  panel.x.data = {"distance", "tokens"};
  const Drawn drawn = drawnOf(page);
  panel.y = drawn == Drawn::takenOff ? takenAxis(page) : factorAxis();
  addThousandth(panel);
  const auto source = sourceOf(page.drawn, drawn, 1, page.last());
  for (std::size_t k = 0; k < page.drawn.size(); ++k) {
    const RelativeSeries& series = page.drawn[k];
    CurveLayer curve =
        curveOf(source, static_cast<std::int64_t>(k), 1, page.ofRow(*series.scheme, "fp64"));
    curve.role = kKindRoles[k];
    curve.name = page.nameOf(series);
    curve.label = page.titleOf(series);
    panel.layers.emplace_back(std::move(curve));
  }
  panel.inspection = std::make_shared<DistanceInspection>(shared, drawn);
  return panel;
}

PlotPanel relativeFarEnd(const std::shared_ptr<const RelativePage>& shared) {
  const RelativePage& page = *shared;
  const RelativeSeries& chosen = page.chosen();
  const std::int64_t first = page.last() - page.length + 1;
  PlotPanel panel;
  panel.name = "far-end";
  panel.title = {"relative-bias.panel.far",
                 {{"first", first}, {"last", page.last()}, {"row", chosen.title()}}};
  panel.x = {"relative-bias.axis.distance", static_cast<double>(first) - 0.5,
             static_cast<double>(page.last()) + 0.5, AxisScale::linear, AxisTicks::integers};
  panel.x.data = {"distance", "tokens"};
  const bool factor = chosen.scheme->effect == RelativeEffect::multiplied;
  panel.y.title = factor ? "relative-bias.axis.factor" : "relative-bias.axis.bias";
  panel.y.data = {factor ? "factor" : "bias"};
  const auto source = sourceOf({chosen}, Drawn::numbers, first, page.length);
  CurveLayer exact =
      curveOf(source, 0, static_cast<double>(first), page.ofRow(*chosen.scheme, "fp64"));
  exact.name = "exact";
  exact.label = "relative-bias.label.exact";
  exact.role = ColourRole::reference;
  const CurveLayer stored = storedOf(page, exact);
  ValueRange range;
  for (const Quantity quantity : {Quantity::reference, Quantity::a}) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    widenRange(*source, quantity, 0, 0, low, high);
    range.widen(low);
    range.widen(high);
  }
  const double margin = std::max(0.05 * (range.high - range.low), 1e-6 * range.magnitude());
  panel.y.first = range.low - std::max(margin, 1e-12);
  panel.y.last = range.high + std::max(margin, 1e-12);
  panel.layers.emplace_back(exact);
  panel.layers.emplace_back(stored);
  panel.inspection = std::make_shared<DistanceInspection>(shared, Drawn::numbers);
  panel.zoomable = false;
  return panel;
}

}  // namespace poscope
