// Groups of equal rows by their hashes: what Unique counts.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/analysis/verdict.h"

namespace poscope {

/// One number joined to a row's hash. All NaN are one number, both zeros are one.
inline std::uint64_t joinHash(std::uint64_t hash, double value) {
  constexpr std::uint64_t kNan = 0x7FF8000000000000ULL;
  const std::uint64_t bits = value != value ? kNan : std::bit_cast<std::uint64_t>(value + 0.0);
  hash = (hash ^ bits) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}
inline constexpr std::uint64_t kHashStart = 0xCBF29CE484222325ULL;

/// Counts over hashes[k], the row of position start + k; `state` says only whether two rows meet.
[[nodiscard]] UniqueVerdict countGroups(const std::vector<std::uint64_t>& hashes,
                                        std::int64_t start);

/// The position before `position` with the same row, or -1: for each position.
[[nodiscard]] std::vector<std::int64_t> earlierTwins(const std::vector<std::uint64_t>& hashes);

}  // namespace poscope
