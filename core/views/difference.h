// How the difference of two sides is shown: A - B, without its sign, or that on a log scale. One
// place for all views: they make the signed one, and this makes the others of it.
#pragma once

#include <stop_token>

#include "core/figure/figure.h"
#include "core/state/difference.h"

namespace poscope {

/// Turns a figure at Side::difference, in which a view shows A - B (layers of Quantity::aMinusB) or
/// what each side is off by (points named after it), into one that shows it as `difference` says:
/// quantities, axes, colours, words, readings and what data files call them. Other sides stay as
/// they are.
[[nodiscard]] Result<void> showDifference(Figure& figure, Difference difference,
                                          const std::stop_token& stop);

/// A figure as buildFigure made it at another side, or with its difference shown in another way.
[[nodiscard]] Result<Figure> atSide(const Figure& figure, Side side, Difference difference,
                                    std::stop_token stop);

}  // namespace poscope
