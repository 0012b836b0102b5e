// Plots of the view `pitfalls`.
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/views/build_parts.h"
#include "core/views/pitfalls/pitfall.h"

namespace poscope {
namespace {

/// The numbers of every layer at the whole number that is nearest.
class PointsInspection final : public Inspection {
 public:
  PointsInspection(Axis x, std::vector<PointLayer> layers)
      : x_(std::move(x)), layers_(std::move(layers)) {}

  Detail at(double x, double) const override {
    const double place = std::round(x);
    Detail detail;
    for (const PointLayer& layer : layers_) {
      const auto found = std::lower_bound(layer.x.begin(), layer.x.end(), place);
      if (layer.name.empty() || layer.label.empty() || found == layer.x.end() || *found != place) {
        continue;
      }
      const double value = layer.y[static_cast<std::size_t>(found - layer.x.begin())];
      detail.rows.push_back({layer.label, Text::verbatim(readingDecimal(value)), {}, {}});
      if (!detail.marked && std::isfinite(value)) {
        detail.marked = true;
        detail.markX = place;
        detail.markY = value;
      }
    }
    if (!detail.rows.empty()) {
      const auto whole = static_cast<std::int64_t>(place);
      detail.rows.insert(detail.rows.begin(),
                         DetailRow{x_.title, {"value.integer", {{"value", whole}}}, {}, {}});
    }
    return detail;
  }

 private:
  Axis x_;
  std::vector<PointLayer> layers_;
};

}  // namespace

PointLayer pitfallPoints(std::string name, Text label, ColourRole role, Mark mark, std::string of) {
  PointLayer layer;
  layer.name = std::move(name);
  layer.label = std::move(label);
  layer.role = role;
  layer.mark = mark;
  layer.of = std::move(of);
  return layer;
}

Axis valueAxis(Text title, DataName data) {
  Axis axis;
  axis.title = std::move(title);
  axis.data = std::move(data);
  return axis;
}

PlotPanel pitfallPlot(std::string name, Text title, Axis x, Axis y, std::vector<PointLayer> layers,
                      double now) {
  PlotPanel panel;
  panel.name = std::move(name);
  panel.title = std::move(title);
  panel.x = std::move(x);
  panel.y = std::move(y);
  ValueRange range;
  for (const PointLayer& layer : layers) {
    for (const double value : layer.y) {
      range.widen(value);
    }
  }
  if (range.empty()) {
    range = {0, 1};
  }
  if (panel.y.scale == AxisScale::log2) {
    panel.y.first = range.low / 1.5;
    panel.y.last = range.high * 1.5;
  } else {
    const double room = std::max(0.08 * (range.high - range.low), 1e-9);
    panel.y.first = range.low - room;
    panel.y.last = range.high + room;
  }
  panel.layers.emplace_back(StripLayer{ColourRole::marked, now, now, {}});
  panel.inspection = std::make_shared<PointsInspection>(panel.x, layers);
  for (PointLayer& layer : layers) {
    panel.layers.emplace_back(std::move(layer));
  }
  return panel;
}

void addLostMarks(PlotPanel& panel, Text label, std::vector<double> places) {
  if (places.empty()) {
    return;
  }
  PointLayer lost = pitfallPoints({}, std::move(label), ColourRole::bad, Mark::crosses, {});
  lost.y.assign(places.size(), panel.y.last);
  lost.x = std::move(places);
  panel.layers.emplace_back(std::move(lost));
}

}  // namespace poscope
