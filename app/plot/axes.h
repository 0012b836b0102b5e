// Axes of a plot: where ticks stand, how they are written, and how an axis looks.
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "app/plot/axis_range.h"
#include "app/plot/style.h"

namespace poscope {

/// An axis with fewer ticks has no scale to read.
inline constexpr int kLeastTicks = 3;

/// Whether a number is a power of ten.
[[nodiscard]] bool isDecade(double tick);

/// Tick values inside [range.low, range.high], ascending; at most about `most` of them, evenly
/// thinned, but `least` where the range holds so many. On a linear axis powers of two that would
/// stand closer than range / most are left out.
[[nodiscard]] std::vector<double> axisTicks(const Axis& axis, const AxisRange& range, int most,
                                            int least = kLeastTicks);

/// How those ticks are written: as numbers in sentences, or all of them as powers of two.
[[nodiscard]] std::vector<QString> tickTexts(const Axis& axis, const std::vector<double>& ticks);

/// A QCustomPlot axis that looks like LOOK.md: no line, no tick marks, a hairline grid across the
/// plot for values.
void setUpAxis(QCPAxis& axis, const Axis& spec, const PlotStyle& style, bool grid);

/// Chooses how many ticks fit the axis' present length; call it when the size or the range has
/// changed, before the layout.
void fitTicks(QCPAxis& axis, const Axis& spec, const PlotStyle& style, int pixels);

/// Breaks the axis' title between words where one line is longer than the axis, and cuts what does
/// not fit on two.
void fitTitle(QCPAxis& axis, const Axis& spec, const PlotStyle& style, int pixels);

}  // namespace poscope
