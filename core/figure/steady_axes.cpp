#include "core/figure/steady_axes.h"

#include <algorithm>

#include "core/figure/shared_scales.h"

namespace poscope {
namespace {

// Rows of cells are places.
bool hasValues(const PlotPanel& plot) {
  return !plot.flat && std::none_of(plot.layers.begin(), plot.layers.end(), [](const Layer& layer) {
    return std::holds_alternative<HeatLayer>(layer);
  });
}

}  // namespace

std::optional<SteadyAxes::Seen> SteadyAxes::axesOf(const Panel& panel) {
  const auto* const plot = std::get_if<PlotPanel>(&panel);
  return plot != nullptr && hasValues(*plot) ? std::optional(Seen{plot->x, plot->y}) : std::nullopt;
}

// The y axis of that panel so far; nullptr where it is another one.
const Axis* SteadyAxes::before(std::size_t panel, const Seen& now) const {
  if (panel >= seen_.size() || !seen_[panel]) {
    return nullptr;
  }
  const Seen& seen = *seen_[panel];
  const bool same = sameThing(seen.x, now.x) && seen.x.first == now.x.first &&
                    seen.x.last == now.x.last && sameThing(seen.y, now.y);
  return same ? &seen.y : nullptr;
}

Figure SteadyAxes::fit(Figure figure) const {
  for (std::size_t k = 0; k < figure.panels.size(); ++k) {
    const auto now = axesOf(figure.panels[k]);
    const Axis* const seen = now ? before(k, *now) : nullptr;
    if (seen != nullptr) {
      poscope::fit(std::get<PlotPanel>(figure.panels[k]).y, *seen);
    }
  }
  return figure;
}

void SteadyAxes::remember(const Figure& figure) {
  std::vector<std::optional<Seen>> next;
  for (std::size_t k = 0; k < figure.panels.size(); ++k) {
    auto now = axesOf(figure.panels[k]);
    const Axis* const seen = now ? before(k, *now) : nullptr;
    if (seen != nullptr) {
      poscope::fit(now->y, *seen);
    }
    next.push_back(std::move(now));
  }
  seen_ = std::move(next);
}

}  // namespace poscope
