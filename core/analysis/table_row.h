// What verdicts, the ablation and the audit measure of one table row.
#pragma once

#include <cstdint>

#include "core/analysis/phase_rows.h"

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

/// Row `row` of a table, and row `row` of the exact one.
[[nodiscard]] inline RowPair rowPair(const PhaseRows& table, const PhaseRows& exact,
                                     std::int64_t row) {
  return {table.cosine(row), table.sine(row), exact.cosine(row), exact.sine(row), table.pairs};
}

/// The largest error of cos and sin over all pairs; that of a number that is not finite is
/// kLostEntry.
[[nodiscard]] double rowError(const RowPair& row);
/// The first pair whose error is `error`, one that rowError gave.
[[nodiscard]] std::int64_t pairOfError(const RowPair& row, double error);
/// Whether one of the table's numbers is no finite one.
[[nodiscard]] bool isLost(const RowPair& row);
/// A hash of the row's numbers: all NaN are one number, both zeros are one.
[[nodiscard]] std::uint64_t rowHash(const RowPair& row);
/// Whether row `a` of one table and row `b` of another, equally wide one hold the same numbers.
[[nodiscard]] bool sameRow(const PhaseRows& table, std::int64_t a, const PhaseRows& other,
                           std::int64_t b);
/// Whether the rows of two positions do; both are computed.
[[nodiscard]] bool sameRow(const PhasePipeline& pipeline, std::int64_t position,
                           std::int64_t other);

/// The largest |angle - position * exact frequency| of a position, radians. NaN does not count:
/// such a position is lost.
[[nodiscard]] double rowTurn(const PhaseStages& stages, const double* frequencies,
                             const double* exactFrequencies, double position, std::int64_t pairs);

}  // namespace poscope
