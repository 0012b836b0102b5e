#include "core/analysis/rotary_limits.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace poscope {
namespace {

// To the bit: a NaN is equal to itself.
bool sameRow(const double* one, const double* other, std::int64_t pairs) {
  return std::memcmp(one, other, static_cast<std::size_t>(pairs) * sizeof(double)) == 0;
}

OctaveLoss lossOf(const NumberFormat& format, std::int64_t first, std::int64_t last) {
  const Rounding rounding = roundingOf(format);
  OctaveLoss loss{first, last, spacingAt(format, static_cast<double>(first)), 0, 0, 0};
  double before = std::nan("");
  for (std::int64_t position = first; position <= last; ++position) {
    const auto exact = static_cast<double>(position);
    const double stored = roundTo(rounding, exact);
    if (!std::isfinite(stored)) {
      ++loss.lost;
      continue;
    }
    loss.largestError = std::max(loss.largestError, std::abs(stored - exact));
    loss.distinct += stored == before ? 0 : 1;
    before = stored;
  }
  return loss;
}

}  // namespace

RotaryWidth rotaryWidth(std::int64_t width) {
  const std::int64_t frequencies = (width + 1) / 2;
  return {width, frequencies, 2 * frequencies, width / 2, width - width / 2, width / 2 * 2};
}

std::int64_t equalRows(const PhaseRows& one, const PhaseRows& other) {
  const std::int64_t shared = one.pairs == other.pairs ? std::min(one.rows, other.rows) : 0;
  std::int64_t row = 0;
  while (row < shared && sameRow(one.cosine(row), other.cosine(row), one.pairs) &&
         sameRow(one.sine(row), other.sine(row), one.pairs)) {
    ++row;
  }
  return row;
}

std::vector<OctaveLoss> octaveLosses(const NumberFormat& format, std::int64_t first,
                                     std::int64_t last) {
  std::vector<OctaveLoss> losses;
  while (first <= last) {
    const std::int64_t next = first == 0 ? 1 : 2 * first;
    losses.push_back(lossOf(format, first, std::min(next - 1, last)));
    first = next;
  }
  return losses;
}

std::int64_t firstLostPosition(const NumberFormat& format, std::int64_t first, std::int64_t last) {
  const Rounding rounding = roundingOf(format);
  for (std::int64_t position = first; position <= last; ++position) {
    if (!std::isfinite(roundTo(rounding, static_cast<double>(position)))) {
      return position;
    }
  }
  return -1;
}

}  // namespace poscope
