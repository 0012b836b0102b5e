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

std::vector<AxisLattice> visibleOctaves(const IntegerAxis& axis, const AxisRange& range,
                                        int pixels) {
  const double octaves = std::log2(range.high / range.low);
  const int perOctave = std::max(1, static_cast<int>(std::ceil(pixels / octaves)));
  std::vector<AxisLattice> pieces;
  double low = range.low;
  while (low < range.high) {
    const double high = std::min(range.high, std::exp2(std::floor(std::log2(low)) + 1));
    const double share = std::log2(high / low);
    const int room = std::max(1, static_cast<int>(std::lround(perOctave * share)));
    AxisLattice piece = visibleLattice(axis, {low, high}, room);
    if (!pieces.empty() &&
        piece.count > 0) {  // The integer at the seam belongs to the piece before.
      const std::int64_t next = pieces.back().first + pieces.back().span;
      const std::int64_t skipped = std::max<std::int64_t>(0, next - piece.first);
      piece.first += skipped;
      piece.span -= skipped;
      piece.count = std::min(piece.count, piece.span);
    }
    if (piece.count > 0) {
      pieces.push_back(piece);
    }
    low = high;
  }
  return pieces;
}

}  // namespace poscope
