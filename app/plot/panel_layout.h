// Where the panels of a figure go, in the window and on a page.
#pragma once

#include <QRectF>
#include <functional>
#include <vector>

#include "core/figure/figure.h"

namespace poscope {

/// The height that panel `index` needs at a width; only asked for bits and tables.
using PanelHeight = std::function<double(std::size_t index, double width)>;

/// One rectangle per panel, inside [0, size]. Bits and tables get what they need as long as every
/// plot keeps `leastPlot`; plots share the rest, the main one more. Square heat maps stand side by
/// side when that makes them larger, four plots and more in two columns.
[[nodiscard]] std::vector<QRectF> arrangePanels(const Figure& figure, const QSizeF& size,
                                                double leastPlot, const PanelHeight& height);

}  // namespace poscope
