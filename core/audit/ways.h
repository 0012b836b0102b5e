// The ways in which a model may be run, judged.
#pragma once

#include <vector>

#include "core/audit/audit.h"

namespace poscope {

/// What is judged: the context and the format of all ways.
struct WayRequest {
  std::int64_t context = 2;
  const NumberFormat* format = nullptr;
  const Recipe* only = nullptr;  ///< This one alone; nullptr: all that run the model.
};

struct JudgedWays {
  std::vector<AuditWay> ways;
  std::vector<AuditFinding> findings;  ///< What could not be computed, and why.
};

/// Every way for every kind of layer, safe ones first. Where no public code is fine, the published
/// one with its phase in fp32 (ALiBi: a relative index) stands first. Errors: cancelled.
[[nodiscard]] Result<JudgedWays> judgeWays(const ModelConfig& config, const WayRequest& request,
                                           const VerdictControl& control);

}  // namespace poscope
