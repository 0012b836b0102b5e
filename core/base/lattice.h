// Which cells a picture asks for: per axis {first, span, count}, and how a cell that covers several
// positions is reduced to one number.
#pragma once

#include <cstdint>

#include "core/base/host_device.h"

namespace poscope {

/// Cell k of `count` covers the integers from first + floor(k*span/count) to first +
/// floor((k+1)*span/count) - 1, at least one. span >= 1, count >= 1, |first| + span <= 2^53. span <
/// count (deep zoom) repeats integers.
struct AxisLattice {
  std::int64_t first = 0;
  std::int64_t span = 1;
  std::int64_t count = 1;

  /// First integer of cell k. Computed from k, never by repeated addition; no overflow for span,
  /// count <= 2^53.
  POSCOPE_HD std::int64_t begin(std::int64_t k) const {
    const std::int64_t whole = span / count;
    const std::int64_t rest = span % count;
    return first + whole * k + (rest * k) / count;  // rest, k < count <= 2^31 in every caller.
  }
  /// Number of integers that cell k covers, at least 1.
  POSCOPE_HD std::int64_t width(std::int64_t k) const {
    const std::int64_t covered = begin(k + 1) - begin(k);
    return covered < 1 ? 1 : covered;
  }
  friend bool operator==(const AxisLattice&, const AxisLattice&) = default;
};

struct Lattice {
  AxisLattice rows;
  AxisLattice columns;
  friend bool operator==(const Lattice&, const Lattice&) = default;
};

/// Cells with every integer on its own: the whole of [0, rows) x [0, columns).
[[nodiscard]] inline Lattice everyCell(std::int64_t rows, std::int64_t columns) {
  return {{0, rows, rows}, {0, columns, columns}};
}

/// How the positions under one cell become its value.
enum class Reduction { sample, mean, minimum, maximum, maximumMagnitude };

/// Samples per axis and cell where a reduction has no closed form: at most kStrata^2 values are
/// seen per cell.
inline constexpr int kStrata = 4;

/// The integer that stratum `stratum` of `strata` contributes for a cell [begin, begin + width):
/// fixed, but scattered by a hash of the integers so that a regular sampling grid cannot draw
/// patterns of its own.
POSCOPE_HD std::int64_t stratifiedSample(std::int64_t begin, std::int64_t width, int stratum,
                                         int strata) {
  const std::int64_t low = begin + width * stratum / strata;
  const std::int64_t high = begin + width * (stratum + 1) / strata;
  const std::int64_t room = high > low ? high - low : 1;
  std::uint64_t hash = static_cast<std::uint64_t>(low) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9ULL;
  hash ^= hash >> 32;
  return low + static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(room));
}

}  // namespace poscope
