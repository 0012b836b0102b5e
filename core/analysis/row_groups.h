// Groups of equal rows by their hashes: what Unique counts.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/analysis/verdict.h"

namespace poscope {

/// What tells numbers of a row apart: all NaN are one number, both zeros are one.
inline std::uint64_t identityOf(double value) {
  constexpr std::uint64_t kNan = 0x7FF8000000000000ULL;
  return value != value ? kNan : std::bit_cast<std::uint64_t>(value + 0.0);
}

// The round and the closing steps of XXH64 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
inline constexpr std::uint64_t kHashStart = 0x27D4EB2F165667C5ULL;

/// Bits joined to a hash.
inline std::uint64_t joinBits(std::uint64_t hash, std::uint64_t bits) {
  return std::rotl(hash + bits * 0xC2B2AE3D27D4EB4FULL, 31) * 0x9E3779B185EBCA87ULL;
}
/// One number joined to a row's hash.
inline std::uint64_t joinHash(std::uint64_t hash, double value) {
  return joinBits(hash, identityOf(value));
}
/// The hash of a row after its last number.
inline std::uint64_t closeHash(std::uint64_t hash) {
  hash = (hash ^ (hash >> 33)) * 0xC2B2AE3D27D4EB4FULL;
  hash = (hash ^ (hash >> 29)) * 0x165667B19E3779F9ULL;
  return hash ^ (hash >> 32);
}

/// Whether two rows, by their places among the hashes, hold the same numbers: computed anew and
/// compared one by one.
using SameRows = std::function<bool(std::int64_t, std::int64_t)>;

/// Counts over hashes[k], the row of position start + k; `state` says only whether two rows meet.
/// The first collision is one of two rows that `same` has compared; where their hashes alone agreed
/// the later row is counted as another one.
[[nodiscard]] UniqueVerdict countGroups(std::vector<std::uint64_t> hashes, std::int64_t start,
                                        const SameRows& same);

/// The position before `position` with the same row, or -1: for each position.
[[nodiscard]] std::vector<std::int64_t> earlierTwins(const std::vector<std::uint64_t>& hashes);

}  // namespace poscope
