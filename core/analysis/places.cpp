#include "core/analysis/places.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace poscope {
namespace {

void addGroup(PlaceCounts& counts, const PlaceGroup& group) {
  counts.total += group.size();
  counts.distinct += 1;
  counts.exact += group.holdsExact() ? 1 : 0;
  const bool lost = !std::isfinite(group.place);
  counts.unshared += group.size() == 1 && !lost ? 1 : 0;
  counts.lost += lost ? group.size() : 0;
  counts.largestGroup = std::max(counts.largestGroup, group.size());
  if (group.size() > 1 && !counts.firstCollision) {
    counts.firstCollision = std::pair{group.first, group.first + 1};
  }
}

// Positions that are exact and alone: everything up to the format's last exact integer.
void addExactRun(PlaceCounts& counts, std::int64_t size) {
  if (size <= 0) {
    return;
  }
  counts.total += size;
  counts.distinct += size;
  counts.exact += size;
  counts.unshared += size;
  counts.largestGroup = std::max<std::int64_t>(counts.largestGroup, 1);
}

}  // namespace

Places::Places(const NumberFormat& format, std::int64_t first, std::int64_t last, Overflow overflow)
    : format_(format),
      first_(first),
      last_(last),
      rounding_(roundingOf(format, overflow,
                           last > 0 ? symmetricScale(format, static_cast<double>(last)) : 1.0)),
      period_(rounding_.wrapMask != 0 ? std::int64_t{1} << format.codeBits() : 0) {}

double Places::place(std::int64_t position) const {
  const double stored = roundTo(rounding_, static_cast<double>(position));
  if (format_.kind != FormatKind::scaledInteger || last_ == 0) {
    return stored;
  }
  const double code = std::nearbyint(stored / rounding_.scale);
  return code * static_cast<double>(last_) / largestNumber(format_);
}

bool Places::shares(double left, double right) {
  return left == right || (std::isnan(left) && std::isnan(right));
}

// Doubling steps, then halving: a run of s positions costs about 2 log s roundings.
std::int64_t Places::lastOfGroup(std::int64_t position) const {
  const double wanted = place(position);
  std::int64_t inside = position;
  std::int64_t step = 1;
  while (inside + step <= last_ && shares(place(inside + step), wanted)) {
    inside += step;
    step *= 2;
  }
  for (; step > 0; step /= 2) {
    if (inside + step <= last_ && shares(place(inside + step), wanted)) {
      inside += step;
    }
  }
  return inside;
}

PlaceGroup Places::groupOf(std::int64_t position) const {
  const double wanted = place(position);
  if (period_ > 0) {
    const std::int64_t first = first_ + (position - first_) % period_;
    return {first, first + (last_ - first) / period_ * period_, wanted, period_};
  }
  std::int64_t low = first_;
  std::int64_t high = position;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (shares(place(middle), wanted)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return {low, lastOfGroup(position), wanted};
}

// Every position is an integer, so that it keeps its value up to the largest number, and each place
// has a position once a period.
PlaceCounts Places::countWrapped(std::int64_t length) const {
  const auto largest = static_cast<std::int64_t>(largestNumber(format_));
  PlaceCounts counts;
  counts.total = length;
  counts.exact = std::clamp<std::int64_t>(largest - first_ + 1, 0, length);
  counts.distinct = std::min(length, period_);
  counts.largestGroup = (length + period_ - 1) / period_;
  counts.unshared = std::clamp<std::int64_t>(2 * period_ - length, 0, counts.distinct);
  if (length > period_) {
    counts.firstCollision = std::pair{first_, first_ + period_};
  }
  return counts;
}

PlaceCounts Places::count() const {
  const std::int64_t size = last_ - first_ + 1;
  if (period_ > 0) {
    return countWrapped(size);
  }
  PlaceCounts counts;
  // The last exact integer itself may share its place with the next one.
  const std::int64_t exactEnd = format_.kind == FormatKind::scaledInteger
                                    ? -1
                                    : std::min(lastExactInteger(format_) - 1, last_);
  addExactRun(counts, std::min(exactEnd - first_ + 1, size));
  for (std::int64_t at = std::max(first_, exactEnd + 1); at <= last_;) {
    const PlaceGroup group{at, lastOfGroup(at), place(at)};
    addGroup(counts, group);
    at = group.last + 1;
  }
  return counts;
}

std::vector<PlaceCounts> Places::countEach(const std::vector<std::int64_t>& lengths) const {
  std::vector<PlaceCounts> results;
  if (period_ > 0) {
    std::transform(lengths.begin(), lengths.end(), std::back_inserter(results),
                   [this](std::int64_t length) { return countWrapped(length); });
    return results;
  }
  const std::int64_t exactEnd = std::min(lastExactInteger(format_) - 1, last_);
  std::int64_t at = std::max(first_, exactEnd + 1);
  PlaceCounts whole;  // Every group that ends before the length in question.
  addExactRun(whole, at - first_);
  PlaceGroup next{at, at <= last_ ? lastOfGroup(at) : at, 0};
  for (const std::int64_t length : lengths) {
    const std::int64_t end = first_ + length - 1;
    if (end < at && whole.distinct == whole.total && at == std::max(first_, exactEnd + 1)) {
      PlaceCounts counts;
      addExactRun(counts, length);
      results.push_back(counts);
      continue;
    }
    while (at <= end && next.last <= end) {
      next.place = place(at);
      addGroup(whole, next);
      at = next.last + 1;
      next = {at, at <= last_ ? lastOfGroup(at) : at, 0};
    }
    PlaceCounts counts = whole;
    if (at <= end) {
      addGroup(counts, {at, end, place(at)});
    }
    results.push_back(counts);
  }
  return results;
}

}  // namespace poscope
