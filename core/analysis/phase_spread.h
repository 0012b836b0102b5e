// How far the score at one distance spreads over positions: what Relative is made of.
#pragma once

#include <vector>

#include "core/analysis/phase_side.h"
#include "core/analysis/verdict_parts.h"

namespace poscope {

/// Queries that are looked at: blocks of kPhaseTileRows, at most these many.
inline constexpr std::int64_t kMostSpreadBlocks = 64;

/// Extremes of the score at every judged distance, of the recipe or of `storage` alone. Progress
/// goes from `first` to `last`. Errors: cancelled.
[[nodiscard]] Result<std::vector<Extremes>> phaseSpreads(const PhaseSide& side, bool storage,
                                                         const VerdictControl& control,
                                                         double first, double last);

}  // namespace poscope
