#include "core/figure/shared_scales.h"

#include <algorithm>

namespace poscope {
bool sameThing(const Axis& one, const Axis& other) {
  return one.title == other.title && one.data == other.data && one.scale == other.scale &&
         one.percent == other.percent && one.ticks != AxisTicks::given &&
         other.ticks != AxisTicks::given;
}

void fit(Axis& axis, const Axis& other) {
  if (sameThing(axis, other)) {
    axis.first = std::min(axis.first, other.first);
    axis.last = std::max(axis.last, other.last);
  }
}

namespace {

bool sameThing(const ColourScale& one, const ColourScale& other) {
  return one.map == other.map && one.scale == other.scale && one.title == other.title;
}

void fit(HeatLayer& heat, const HeatLayer& other) {
  // Colours that count in units of their rows mean the same only where the units are the same.
  if (sameThing(heat.colours, other.colours) && heat.rowUnits == other.rowUnits) {
    heat.colours.low = std::min(heat.colours.low, other.colours.low);
    heat.colours.high = std::max(heat.colours.high, other.colours.high);
  }
}

const PlotPanel* plotCalled(const Figure& figure, const std::string& name) {
  for (const Panel& panel : figure.panels) {
    const auto* plot = std::get_if<PlotPanel>(&panel);
    if (plot != nullptr && plot->name == name) {
      return plot;
    }
  }
  return nullptr;
}

const HeatLayer* heatCalled(const PlotPanel& panel, const std::string& name) {
  for (const Layer& layer : panel.layers) {
    const auto* heat = std::get_if<HeatLayer>(&layer);
    if (heat != nullptr && heat->name == name) {
      return heat;
    }
  }
  return nullptr;
}

void fit(PlotPanel& panel, const PlotPanel& other) {
  fit(panel.x, other.x);
  fit(panel.y, other.y);
  for (Layer& layer : panel.layers) {
    auto* heat = std::get_if<HeatLayer>(&layer);
    const HeatLayer* match = heat == nullptr ? nullptr : heatCalled(other, heat->name);
    if (match != nullptr) {
      fit(*heat, *match);
    }
  }
}

bool sameScales(const PlotPanel& one, const PlotPanel& other) {
  const auto same = [](const Axis& left, const Axis& right) {
    return left.first == right.first && left.last == right.last;
  };
  bool all = same(one.x, other.x) && same(one.y, other.y);
  for (std::size_t k = 0; k < one.layers.size(); ++k) {
    const auto* heat = std::get_if<HeatLayer>(&one.layers[k]);
    if (heat != nullptr) {
      const auto& match = std::get<HeatLayer>(other.layers[k]);
      all =
          all && heat->colours.low == match.colours.low && heat->colours.high == match.colours.high;
    }
  }
  return all;
}

std::shared_ptr<const Figure> fitted(const std::shared_ptr<const Figure>& figure,
                                     const std::vector<std::shared_ptr<const Figure>>& all) {
  const auto isOther = [&](const std::shared_ptr<const Figure>& other) {
    return other != nullptr && other != figure && other->source.view == figure->source.view;
  };
  if (figure == nullptr || std::none_of(all.begin(), all.end(), isOther)) {
    return figure;
  }
  auto copy = std::make_shared<Figure>(*figure);
  bool changed = false;
  for (std::size_t k = 0; k < copy->panels.size(); ++k) {
    auto* plot = std::get_if<PlotPanel>(&copy->panels[k]);
    if (plot == nullptr) {
      continue;
    }
    for (const auto& other : all) {
      const PlotPanel* match = isOther(other) ? plotCalled(*other, plot->name) : nullptr;
      if (match != nullptr) {
        fit(*plot, *match);
      }
    }
    changed = changed || !sameScales(*plot, std::get<PlotPanel>(figure->panels[k]));
  }
  return changed ? copy : figure;
}

}  // namespace

std::vector<std::shared_ptr<const Figure>> onSharedScales(
    const std::vector<std::shared_ptr<const Figure>>& figures) {
  std::vector<std::shared_ptr<const Figure>> result;
  result.reserve(figures.size());
  for (const auto& figure : figures) {
    result.push_back(fitted(figure, figures));
  }
  return result;
}

}  // namespace poscope
