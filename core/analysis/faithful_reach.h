// Up to which position a cos/sin table stays faithful: the one home of that number, for verdicts,
// audits and pages.
#pragma once

#include <cstdint>
#include <stop_token>

#include "core/base/result.h"
#include "core/recipe/pipeline.h"

namespace poscope {

/// As many positions are looked at: 2^20. Where all of them hold, more may.
inline constexpr std::int64_t kLongestReach = std::int64_t{1} << 20;

/// The first of the positions first..end-1 whose entries are off by more than 4 times `storage`
/// (what storing the table alone costs), or that is lost; `end` when there is none. Errors:
/// cancelled.
[[nodiscard]] Result<std::int64_t> firstUnfaithful(const PhasePipeline& pipeline,
                                                   std::int64_t first, std::int64_t end,
                                                   double storage, const std::stop_token& stop);

}  // namespace poscope
