// What the ablation measures of one table row.
#pragma once

#include <cstdint>

#include "core/encoding/phase.h"

namespace poscope {

/// What a NaN or an infinity in a table counts as, as in the verdict Faithful.
inline constexpr double kLostEntry = 2;

/// The row of a table and its exact counterpart, `pairs` numbers each.
struct RowPair {
  const double* cosines;
  const double* sines;
  const double* exactCosines;
  const double* exactSines;
  std::int64_t pairs;
};

/// The larger error of cos and sin of one pair; kLostEntry where it is no finite number.
[[nodiscard]] double pairError(const RowPair& row, std::int64_t pair);
/// The largest of all pairs.
[[nodiscard]] double rowError(const RowPair& row);
/// A hash of the row's numbers: all NaN are one number, both zeros are one.
[[nodiscard]] std::uint64_t rowHash(const RowPair& row);

/// The largest |angle - position * exact frequency| of a position, radians. NaN does not count:
/// such a position is lost.
[[nodiscard]] double rowTurn(const PhaseStages& stages, const double* frequencies,
                             const double* exactFrequencies, double position, std::int64_t pairs);

}  // namespace poscope
