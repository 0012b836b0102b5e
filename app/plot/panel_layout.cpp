#include "app/plot/panel_layout.h"

#include <algorithm>
#include <cmath>

#include "app/plot/painted_panel.h"

namespace poscope {
namespace {

using Panels = std::span<const Panel* const>;

constexpr double kMainWeight = 3;
constexpr double kSideWeight = 2;
constexpr std::size_t kGridFrom = 4;  ///< Plots from which two columns are used.
constexpr double kWideEnough =
    1.25;  ///< Width over height from which square maps have plots beside them.
constexpr std::size_t kMostAbreast = 3;
constexpr double kReadablePart = 0.8;  ///< Of their natural width: in less, words break too often.

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

std::size_t plotsOf(Panels panels) {
  return static_cast<std::size_t>(std::count_if(
      panels.begin(), panels.end(), [](const Panel* panel) { return isPicture(*panel); }));
}

bool isMainSquare(Panels panels) {
  const auto main = std::find_if(panels.begin(), panels.end(),
                                 [](const Panel* panel) { return isPicture(*panel); });
  return main != panels.end() && isSquareMap(**main);
}

// A board is read as a whole: its places mean something, and all of it is the picture.
bool isBoard(Panels panels) {
  return plotsOf(panels) >= kGridFrom && isMainSquare(panels);
}

std::size_t plotsAbreast(Panels panels, const QSizeF& size) {
  const std::size_t plots = plotsOf(panels);
  if (isBoard(panels)) {
    return plots == kGridFrom ? 2 : kMostAbreast;
  }
  const bool wide = size.width() > kWideEnough * size.height();
  if (isMainSquare(panels) && plots > 1 && wide) {
    return std::min(plots, kMostAbreast);
  }
  return plots >= kGridFrom ? 2 : 1;
}

double sumOf(const std::vector<std::size_t>& panels,
             const std::function<double(std::size_t)>& width) {
  double sum = 0;
  for (const std::size_t panel : panels) {
    sum += width(panel);
  }
  return sum;
}

// Whether what is `natural` wide is set well in a width down to `least`.
bool isSetWell(double natural, double least, double width) {
  return natural <= width || (least <= width && kReadablePart * natural <= width);
}

// Bits and tables stand side by side when the line has room for all of them.
bool joinsLine(const PanelLine& line, std::size_t panel, double width, const PanelNeeds& needs) {
  std::vector<std::size_t> all = line.panels;
  all.push_back(panel);
  const auto& least = needs.leastWidth ? needs.leastWidth : needs.naturalWidth;
  return line.weight == 0 && isSetWell(sumOf(all, needs.naturalWidth), sumOf(all, least), width);
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

// Widths of a line's panels: equal for plots, of at least `columns`; natural, or nearer to the
// least where there is not that much, with the rest for the last, for bits and tables.
std::vector<double> widthsOf(const PanelLine& line, double width, std::size_t columns,
                             const PanelNeeds& needs) {
  const std::size_t count = std::max(line.panels.size(), columns);
  std::vector<double> widths(line.panels.size(), width / static_cast<double>(count));
  if (line.weight == 0) {
    const double natural = sumOf(line.panels, needs.naturalWidth);
    const bool tight = natural > width && line.panels.size() > 1;
    const double least = tight ? sumOf(line.panels, needs.leastWidth) : 0;
    const double part = tight ? (width - least) / (natural - least) : 1;
    double rest = width;
    for (std::size_t k = 0; k + 1 < widths.size(); ++k) {
      const double whole = needs.naturalWidth(line.panels[k]);
      const double floor = tight ? needs.leastWidth(line.panels[k]) : 0;
      widths[k] = std::floor(floor + part * (whole - floor));
      rest -= widths[k];
    }
    widths.back() = rest;
  }
  return widths;
}

// Some of the panels of a window, arranged like a figure of their own.
class Part {
 public:
  Part(Panels all, std::vector<std::size_t> chosen, const PanelNeeds& needs)
      : chosen_(std::move(chosen)), needs_(needs) {
    for (const std::size_t panel : chosen_) {
      panels_.push_back(all[panel]);
    }
  }

  [[nodiscard]] bool empty() const { return chosen_.empty(); }
  [[nodiscard]] double widest(const std::function<double(std::size_t)>& width) const {
    double widest = 0;
    for (const std::size_t panel : chosen_) {
      widest = std::max(widest, width(panel));
    }
    return widest;
  }
  // Puts the rectangles into `areas`, moved to `corner`; returns the lower edge.
  double place(const QPointF& corner, const QSizeF& size, double leastPlot,
               std::vector<QRectF>& areas) const {
    PanelNeeds own{[this](std::size_t k) { return needs_.naturalWidth(chosen_[k]); },
                   [this](std::size_t k, double width) { return needs_.height(chosen_[k], width); },
                   leastPlot, [this](std::size_t k) { return needs_.leastWidth(chosen_[k]); }};
    const std::vector<QRectF> placed = arrangePanels(panels_, size, own);
    for (std::size_t k = 0; k < placed.size(); ++k) {
      areas[chosen_[k]] = placed[k].translated(corner);
    }
    return corner.y() + arrangedHeight(placed);
  }

 private:
  std::vector<std::size_t> chosen_;
  std::vector<const Panel*> panels_;
  const PanelNeeds& needs_;
};

// Where the panels of a figure go in a window.
class WindowLayout {
 public:
  WindowLayout(Panels panels, const QSizeF& size, double picture, const PanelNeeds& needs)
      : panels_(panels), size_(size), picture_(picture), needs_(needs), areas_(panels.size()) {}

  std::vector<QRectF> areas() {
    const Part all = part([](std::size_t) { return true; });
    if (!any(isPicture)) {
      all.place({0, 0}, {std::min(size_.width(), kReadable), size_.height()}, 0, areas_);
    } else if (!any([](const Panel& panel) { return !isPlot(panel); })) {
      all.place({0, 0}, size_, needs_.leastPlot, areas_);
    } else if (!placeBeside() && !placeAtOnce(all)) {
      placePictureFirst();
    }
    return std::move(areas_);
  }

 private:
  // Number lines, too.
  [[nodiscard]] static bool isPlot(const Panel& panel) {
    return std::holds_alternative<PlotPanel>(panel);
  }
  template <typename Test>
  [[nodiscard]] bool any(Test test) const {
    return std::any_of(panels_.begin(), panels_.end(),
                       [&test](const Panel* panel) { return test(*panel); });
  }
  template <typename Test>
  [[nodiscard]] Part part(Test test) const {
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < panels_.size(); ++k) {
      if (test(k)) {
        chosen.push_back(k);
      }
    }
    return {panels_, std::move(chosen), needs_};
  }
  [[nodiscard]] bool wide() const { return size_.width() >= kBesideFrom; }

  // Plots on the left, tables on the right, as wide as their columns. Bits and clocks are wide.
  bool placeBeside() {
    const Part plots = part([this](std::size_t k) { return isPlot(*panels_[k]); });
    const Part tables = part([this](std::size_t k) { return !isPlot(*panels_[k]); });
    const double most = size_.width() - picture_ / size_.height();
    const bool bits = any([](const Panel& panel) { return isClickable(panel); });
    const double natural = tables.widest(needs_.naturalWidth);
    if (!wide() || bits || !isSetWell(natural, tables.widest(needs_.leastWidth), most)) {
      return false;
    }
    const double width = std::floor(std::min(most, natural));
    const double left = size_.width() - width;
    plots.place({0, 0}, {left, size_.height()}, needs_.leastPlot, areas_);
    tables.place({left, 0}, {width, size_.height()}, 0, areas_);
    return true;
  }

  // In the figure's order, where all of it is seen and the plots are still large.
  bool placeAtOnce(const Part& all) {
    const double bottom = all.place({0, 0}, size_, needs_.leastPlot, areas_);
    double plots = 0;
    for (std::size_t k = 0; k < areas_.size(); ++k) {
      plots += isPlot(*panels_[k]) ? areas_[k].width() * areas_[k].height() : 0;
    }
    return bottom <= size_.height() + 0.5 && plots >= picture_ * (wide() ? kShareAtOnce : 1);
  }

  // The main picture, or the board, below number lines and large clocks that come before it, fills
  // what the rest leaves; the rest follows in the figure's order.
  void placePictureFirst() {
    const auto found = std::find_if(panels_.begin(), panels_.end(),
                                    [](const Panel* panel) { return isPicture(*panel); });
    const auto main = static_cast<std::size_t>(found - panels_.begin());
    const bool board = isBoard(panels_);
    const auto isMain = [&](std::size_t k) {
      return k == main || (board && isPicture(*panels_[k]));
    };
    const auto leads = [&](std::size_t k) {
      return k < main && (isPlot(*panels_[k]) || isLargeClocks(*panels_[k]));
    };
    const Part lead = part(leads);
    const Part picture = part(isMain);
    const Part rest = part([&](std::size_t k) { return !isMain(k) && !leads(k); });
    const double top = lead.empty() ? 0 : lead.place({0, 0}, {size_.width(), 0}, 0, areas_);
    const double second = std::max(needs_.leastPlot, kSecondPlot);
    const double needed = rest.place({0, 0}, {size_.width(), 0}, second, areas_);
    const double least = std::max(needs_.leastPlot, picture_ / size_.width() - top);
    const double room = size_.height() - top;
    const double height = std::max(
        {std::min(least, room), room - needed, std::min(needs_.leastPlot, size_.height())});
    const double bottom =
        picture.place({0, top}, {size_.width(), height}, leastInPicture(board), areas_);
    rest.place({0, bottom}, {size_.width(), 0}, second, areas_);
  }

  // A single picture takes what there is: a window may be lower than a plot should be.
  [[nodiscard]] double leastInPicture(bool board) const { return board ? needs_.leastPlot : 0; }

  static constexpr double kBesideFrom = 780;  // A card of 800 pixels, but for its edge.
  static constexpr double kReadable = 920;    // Longer lines are lost on the way to the next.
  static constexpr double kSecondPlot = 240;  // Height of plots below the fold.
  // Of the share of the picture: a large window has room for more at once.
  static constexpr double kShareAtOnce = 0.7;

  Panels panels_;
  QSizeF size_;
  double picture_;
  const PanelNeeds& needs_;
  std::vector<QRectF> areas_;
};

}  // namespace

bool isLargeClocks(const Panel& panel) {
  const auto* const clocks = std::get_if<ClockPanel>(&panel);
  return clocks != nullptr && clocks->large;
}

std::vector<QRectF> arrangePanels(Panels panels, const QSizeF& size, const PanelNeeds& needs) {
  std::vector<PanelLine> lines = linesOf(panels, size, needs);
  const std::size_t columns = isBoard(panels) ? plotsAbreast(panels, size) : 1;
  double fixed = 0;
  double weights = 0;
  for (PanelLine& line : lines) {
    const std::vector<double> widths = widthsOf(line, size.width(), columns, needs);
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
    const std::vector<double> widths = widthsOf(line, size.width(), columns, needs);
    double x = 0;
    for (std::size_t k = 0; k < widths.size(); ++k) {
      areas[line.panels[k]] = QRectF(x, y, widths[k], height);
      x += widths[k];
    }
    y += height;
  }
  return areas;
}

std::vector<QRectF> arrangeInWindow(Panels panels, const QSizeF& size, double picture,
                                    const PanelNeeds& needs) {
  return WindowLayout(panels, size, picture, needs).areas();
}

double arrangedHeight(const std::vector<QRectF>& areas) {
  double bottom = 0;
  for (const QRectF& area : areas) {
    bottom = std::max(bottom, area.bottom());
  }
  return bottom;
}

}  // namespace poscope
