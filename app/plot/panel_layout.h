// Where the panels of a figure go, in the window and on a page.
#pragma once

#include <QRectF>
#include <functional>
#include <span>
#include <vector>

#include "core/figure/figure.h"

namespace poscope {

/// What a number line needs: a line of its own, so high (logical pixels on screen).
inline constexpr double kWholeLine = 10000;
inline constexpr double kFlatPlot = 150;

/// Clocks that angles are read from: they are a picture as plots are, of a height of their own.
[[nodiscard]] bool isLargeClocks(const Panel& panel);

/// What bits, tables and number lines need; never asked for other plots.
struct PanelNeeds {
  std::function<double(std::size_t index)> naturalWidth;
  std::function<double(std::size_t index, double width)> height;
  double leastPlot = 0;  ///< Height that every line of plots keeps.
  /// Down to which panels are set narrower so that they share a line; without it they are not.
  std::function<double(std::size_t index)> leastWidth = {};
};

/// One rectangle for each of `panels`, as wide as `size` and at least as high; higher when bits,
/// tables and the plots' least heights need it. Plots share what bits and tables leave, the main
/// one gets more. Where the main one is a square heat map the others stand beside it when that
/// makes it larger, and with three others or more they are a board: two by two, or in lines of
/// three of one width. Other figures of four plots and more stand in two columns; bits and tables
/// share a line when both fit.
[[nodiscard]] std::vector<QRectF> arrangePanels(std::span<const Panel* const> panels,
                                                const QSizeF& size, const PanelNeeds& needs);

/// The same in a window, which scrolls: the picture is the largest thing of what is seen first.
/// Plots have `picture` of its area together, or the first one alone (a board: all of it) with the
/// number lines and large clocks before it, and stand above the rest unless all is seen at once;
/// tables stand beside them where there is room for both.
[[nodiscard]] std::vector<QRectF> arrangeInWindow(std::span<const Panel* const> panels,
                                                  const QSizeF& size, double picture,
                                                  const PanelNeeds& needs);

/// The lower edge of the lowest rectangle.
[[nodiscard]] double arrangedHeight(const std::vector<QRectF>& areas);

}  // namespace poscope
