#include "app/plot/panel_layout.h"

#include <algorithm>

namespace poscope {
namespace {

using Panels = std::span<const Panel* const>;

constexpr double kMainWeight = 3;
constexpr double kSideWeight = 2;
constexpr std::size_t kGridFrom = 4;  ///< Plots from which two columns are used.
constexpr double kWideEnough =
    1.25;  ///< Width over height from which square maps stand side by side.
constexpr std::size_t kMostAbreast = 3;

// Consecutive panels that share a line: plots abreast, or one bits or table panel.
struct PanelLine {
  std::vector<std::size_t> panels;
  double weight = 0;  ///< 0: has a height of its own.
  double height = 0;
};

bool isSquareMap(const Panel& panel) {
  const auto* plot = std::get_if<PlotPanel>(&panel);
  if (plot == nullptr) {
    return false;
  }
  return std::any_of(plot->layers.begin(), plot->layers.end(), [](const Layer& layer) {
    const auto* heat = std::get_if<HeatLayer>(&layer);
    return heat != nullptr && heat->source->rows() == heat->source->columns();
  });
}

std::size_t plotsAbreast(Panels panels, const QSizeF& size) {
  const auto plots = static_cast<std::size_t>(std::count_if(
      panels.begin(), panels.end(), [](const Panel* panel) { return isPicture(*panel); }));
  const bool square = std::all_of(panels.begin(), panels.end(), [](const Panel* panel) {
    return !isPicture(*panel) || isSquareMap(*panel);
  });
  const bool wide = size.width() > kWideEnough * size.height();
  if (square && plots > 1 && wide) {
    return std::min(plots, kMostAbreast);
  }
  return plots >= kGridFrom ? 2 : 1;
}

// Bits and tables stand side by side when the line has room for both at their natural widths.
bool joinsLine(const PanelLine& line, std::size_t panel, double width, const PanelNeeds& needs) {
  if (line.weight > 0) {
    return false;
  }
  double wanted = needs.naturalWidth(panel);
  for (const std::size_t other : line.panels) {
    wanted += needs.naturalWidth(other);
  }
  return wanted <= width;
}

std::vector<PanelLine> linesOf(Panels panels, const QSizeF& size, const PanelNeeds& needs) {
  const std::size_t abreast = plotsAbreast(panels, size);
  std::vector<PanelLine> lines;
  bool anyPlot = false;
  for (std::size_t k = 0; k < panels.size(); ++k) {
    const bool plot = isPicture(*panels[k]);
    const bool joins =
        !lines.empty() && (plot ? lines.back().weight > 0 && lines.back().panels.size() < abreast
                                : joinsLine(lines.back(), k, size.width(), needs));
    if (!joins) {
      const double weight = !anyPlot && abreast == 1 ? kMainWeight : kSideWeight;
      lines.push_back({{}, plot ? weight : 0, 0});
    }
    lines.back().panels.push_back(k);
    anyPlot = anyPlot || plot;
  }
  return lines;
}

// Widths of a line's panels: equal for plots; natural, with the rest for the last, for bits and
// tables.
std::vector<double> widthsOf(const PanelLine& line, double width, const PanelNeeds& needs) {
  std::vector<double> widths(line.panels.size(), width / static_cast<double>(line.panels.size()));
  if (line.weight == 0) {
    double rest = width;
    for (std::size_t k = 0; k + 1 < widths.size(); ++k) {
      widths[k] = needs.naturalWidth(line.panels[k]);
      rest -= widths[k];
    }
    widths.back() = rest;
  }
  return widths;
}

}  // namespace

std::vector<QRectF> arrangePanels(Panels panels, const QSizeF& size, const PanelNeeds& needs) {
  std::vector<PanelLine> lines = linesOf(panels, size, needs);
  double fixed = 0;
  double weights = 0;
  for (PanelLine& line : lines) {
    const std::vector<double> widths = widthsOf(line, size.width(), needs);
    for (std::size_t k = 0; k < widths.size() && line.weight == 0; ++k) {
      line.height = std::max(line.height, needs.height(line.panels[k], widths[k]));
    }
    fixed += line.height;
    weights += line.weight;
  }
  const double each = weights > 0 ? (size.height() - fixed) / weights : 0;
  std::vector<QRectF> areas(panels.size());
  double y = 0;
  for (const PanelLine& line : lines) {
    const double plotHeight = std::max(each * line.weight, needs.leastPlot);
    const double height = line.weight > 0 ? plotHeight : line.height;
    const std::vector<double> widths = widthsOf(line, size.width(), needs);
    double x = 0;
    for (std::size_t k = 0; k < widths.size(); ++k) {
      areas[line.panels[k]] = QRectF(x, y, widths[k], height);
      x += widths[k];
    }
    y += height;
  }
  return areas;
}

double arrangedHeight(const std::vector<QRectF>& areas) {
  double bottom = 0;
  for (const QRectF& area : areas) {
    bottom = std::max(bottom, area.bottom());
  }
  return bottom;
}

}  // namespace poscope
