#include "app/plot/axis_range.h"

#include <algorithm>
#include <cmath>

namespace poscope {
namespace {

// Zooming and panning are the same on both scales once values are taken to where they are linear.
double straight(AxisScale scale, double value) {
  return scale == AxisScale::log2 ? std::log2(value) : value;
}

double curved(AxisScale scale, double value) {
  return scale == AxisScale::log2 ? std::exp2(value) : value;
}

AxisRange mapped(AxisScale scale, AxisRange range, double (*map)(AxisScale, double)) {
  return {map(scale, range.low), map(scale, range.high)};
}

// On the straight scale.
AxisRange held(const AxisRange& limits, AxisRange wanted, double smallest) {
  const double full = limits.span();
  const double span = std::clamp(wanted.span(), std::min(smallest, full), full);
  if (span == full) {
    return limits;
  }
  const double low = wanted.low + 0.5 * (wanted.span() - span);
  const double start = std::clamp(low, limits.low, limits.high - span);
  return {start, std::min(start + span, limits.high)};
}

}  // namespace

AxisRange bounded(const ZoomRules& rules, AxisRange wanted) {
  const AxisRange limits = mapped(rules.scale, rules.limits, straight);
  const AxisRange inside = held(limits, mapped(rules.scale, wanted, straight), rules.smallest);
  return inside == limits ? rules.limits : mapped(rules.scale, inside, curved);
}

AxisRange zoomed(const ZoomRules& rules, AxisRange now, double factor, double at) {
  const AxisRange limits = mapped(rules.scale, rules.limits, straight);
  const AxisRange old = mapped(rules.scale, now, straight);
  const double centre = straight(rules.scale, at);
  const double least = std::min(rules.smallest, limits.span());
  const double span = std::clamp(old.span() * factor, least, limits.span());
  const double low = centre - (centre - old.low) * span / old.span();
  const AxisRange inside = held(limits, {low, low + span}, rules.smallest);
  return inside == limits ? rules.limits : mapped(rules.scale, inside, curved);
}

AxisRange panned(const ZoomRules& rules, AxisRange now, double share) {
  const AxisRange limits = mapped(rules.scale, rules.limits, straight);
  const AxisRange old = mapped(rules.scale, now, straight);
  const double step = old.span() * share;
  const AxisRange inside = held(limits, {old.low + step, old.high + step}, rules.smallest);
  return inside == limits ? rules.limits : mapped(rules.scale, inside, curved);
}

AxisLattice visibleLattice(const IntegerAxis& axis, const AxisRange& range, int pixels) {
  const double from = std::floor(range.low - axis.firstCentre + 0.5);
  const double to = std::ceil(range.high - axis.firstCentre + 0.5) - 1;
  const double last = static_cast<double>(axis.size - 1);
  if (to < 0 || from > last || pixels < 1) {
    return {0, 1, 0};
  }
  const auto first = static_cast<std::int64_t>(std::max(from, 0.0));
  const auto end = static_cast<std::int64_t>(std::min(to, last));
  const std::int64_t span = end - first + 1;
  // The field may end inside of the range: it then has fewer pixels.
  const double low = std::max(range.low, axis.firstCentre + static_cast<double>(first) - 0.5);
  const double high = std::min(range.high, axis.firstCentre + static_cast<double>(end) + 0.5);
  const double share = std::clamp((high - low) / range.span(), 0.0, 1.0);
  const auto room = std::max<std::int64_t>(1, std::llround(share * pixels));
  return {first, span, std::min(span, room)};
}

std::vector<std::int64_t> columnEdges(const IntegerAxis& axis, const AxisRange& range,
                                      AxisScale scale, int pixels) {
  const AxisRange straightRange = mapped(scale, range, straight);
  // The first integer that stands at or right of `share` of the range.
  const auto integerAt = [&](double share) {
    const double at = curved(scale, straightRange.low + share * straightRange.span());
    return std::ceil(at - axis.firstCentre);
  };
  const double last = static_cast<double>(axis.size - 1);
  const double first = integerAt(0);
  const double end = std::floor(range.high - axis.firstCentre) + 1;
  if (first > last + 1 || end < 0 || pixels < 1) {
    return {};
  }
  const auto held = [&](double integer) {
    return static_cast<std::int64_t>(std::clamp(integer, 0.0, last + 1));
  };
  std::vector<std::int64_t> edges{held(first - 1)};
  const auto add = [&edges](std::int64_t edge) {
    if (edge > edges.back()) {
      edges.push_back(edge);
    }
  };
  add(held(first));
  for (int p = 1; p < pixels; ++p) {
    add(held(std::min(integerAt(static_cast<double>(p) / pixels), end)));
  }
  add(held(end));
  add(held(end + 1));
  return edges.size() < 2 ? std::vector<std::int64_t>() : edges;
}

}  // namespace poscope
