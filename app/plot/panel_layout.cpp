#include "app/plot/panel_layout.h"

#include <algorithm>

namespace poscope {
namespace {

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

bool isPlot(const Panel& panel) {
  return std::holds_alternative<PlotPanel>(panel);
}

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

std::size_t plotsAbreast(const Figure& figure, const QSizeF& size) {
  const auto& panels = figure.panels;
  const auto plots = static_cast<std::size_t>(std::count_if(panels.begin(), panels.end(), isPlot));
  const bool square = std::all_of(panels.begin(), panels.end(), [](const Panel& panel) {
    return !isPlot(panel) || isSquareMap(panel);
  });
  const bool wide = size.width() > kWideEnough * size.height();
  if (square && plots > 1 && wide) {
    return std::min(plots, kMostAbreast);
  }
  return plots >= kGridFrom ? 2 : 1;
}

std::vector<PanelLine> linesOf(const Figure& figure, const QSizeF& size,
                               const PanelHeight& height) {
  const std::size_t abreast = plotsAbreast(figure, size);
  std::vector<PanelLine> lines;
  for (std::size_t k = 0; k < figure.panels.size(); ++k) {
    if (!isPlot(figure.panels[k])) {
      lines.push_back({{k}, 0, height(k, size.width())});
      continue;
    }
    const bool joins =
        !lines.empty() && lines.back().weight > 0 && lines.back().panels.size() < abreast;
    if (!joins) {
      const bool first = std::none_of(lines.begin(), lines.end(),
                                      [](const PanelLine& line) { return line.weight > 0; });
      lines.push_back({{}, first && abreast == 1 ? kMainWeight : kSideWeight, 0});
    }
    lines.back().panels.push_back(k);
  }
  return lines;
}

}  // namespace

std::vector<QRectF> arrangePanels(const Figure& figure, const QSizeF& size, double leastPlot,
                                  const PanelHeight& height) {
  const std::vector<PanelLine> lines = linesOf(figure, size, height);
  double fixed = 0;
  double weights = 0;
  double plotLines = 0;
  for (const PanelLine& line : lines) {
    fixed += line.height;
    weights += line.weight;
    plotLines += line.weight > 0 ? 1 : 0;
  }
  const double forFixed = std::max(size.height() * 0.25, size.height() - plotLines * leastPlot);
  const double squeeze = fixed > forFixed ? forFixed / fixed : 1.0;
  const double forPlots = size.height() - fixed * squeeze;
  std::vector<QRectF> areas(figure.panels.size());
  double y = 0;
  for (const PanelLine& line : lines) {
    const double high = line.weight > 0 ? forPlots * line.weight / weights : line.height * squeeze;
    const double wide = size.width() / static_cast<double>(line.panels.size());
    for (std::size_t k = 0; k < line.panels.size(); ++k) {
      areas[line.panels[k]] = QRectF(static_cast<double>(k) * wide, y, wide, high);
    }
    y += high;
  }
  return areas;
}

}  // namespace poscope
