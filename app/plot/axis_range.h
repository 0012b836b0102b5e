// What of an axis is shown, how it zooms, and which integers that asks for. No widgets.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/lattice.h"
#include "core/figure/figure.h"

namespace poscope {

struct AxisRange {
  double low = 0;
  double high = 1;
  [[nodiscard]] double span() const { return high - low; }
  friend bool operator==(const AxisRange&, const AxisRange&) = default;
};

/// Everything that bounds a zoom: it never leaves `limits` and never gets narrower than `smallest`
/// (a factor on a logarithmic axis).
struct ZoomRules {
  AxisRange limits;
  double smallest = 0;
  AxisScale scale = AxisScale::linear;
};

/// The range `factor` times as wide (below 1 zooms in) that keeps the value `at` where it is.
[[nodiscard]] AxisRange zoomed(const ZoomRules& rules, AxisRange now, double factor, double at);

/// Moved by `share` of what is shown, upwards for positive shares.
[[nodiscard]] AxisRange panned(const ZoomRules& rules, AxisRange now, double share);

/// The closest range that obeys the rules.
[[nodiscard]] AxisRange bounded(const ZoomRules& rules, AxisRange wanted);

/// Integers 0..size-1 lie on an axis, integer i from firstCentre + i - 0.5 to firstCentre + i +
/// 0.5.
struct IntegerAxis {
  double firstCentre = 0;
  std::int64_t size = 1;
};

/// The lattice of the integers that `range` touches when it is `pixels` device pixels wide: one
/// cell per integer, or one per pixel when there are more integers. count is 0 when the range shows
/// none of them.
[[nodiscard]] AxisLattice visibleLattice(const IntegerAxis& axis, const AxisRange& range,
                                         int pixels);

/// Which integers lie in each of the `pixels` columns of pixels that `range` is wide: column k
/// covers edges[k] to edges[k + 1] - 1. Columns without an integer are left out; the neighbours
/// outside of the range have columns of their own, so that a line runs on to the edge. Empty when
/// no integer is close.
[[nodiscard]] std::vector<std::int64_t> columnEdges(const IntegerAxis& axis, const AxisRange& range,
                                                    AxisScale scale, int pixels);

}  // namespace poscope
