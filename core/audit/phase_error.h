// How far a recipe's angles are off, and up to which context a fine one stays fine.
#pragma once

#include "core/analysis/faithful_reach.h"
#include "core/audit/audit.h"

namespace poscope {

/// The largest error of an angle over all positions and pairs of the setup (positions that the
/// recipe loses are left out). Errors: those of judge.
[[nodiscard]] Result<PhaseError> largestPhaseError(const VerdictSetup& setup,
                                                   const VerdictControl& control);

/// The largest context, from `verdicts.faithful.holdsUpTo` on, up to which the table stays within 4
/// times storage. kLongestReach: at least that. The frequencies are those of the setup's shape.
[[nodiscard]] Result<std::int64_t> faithfulReach(const VerdictSetup& setup,
                                                 const FaithfulVerdict& verdict,
                                                 const VerdictControl& control);

}  // namespace poscope
