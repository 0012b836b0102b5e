// What the verdicts on a model's ways mean, in words.
#pragma once

#include <vector>

#include "core/audit/audit.h"

namespace poscope {

/// A warning for each way that is bad, and a note for each kind of layer that has a fine one. The
/// rule of a warning is "way-<way>"; it never speaks of the safe way.
[[nodiscard]] std::vector<AuditFinding> wayFindings(const std::vector<AuditWay>& ways);

/// "no position is lost up to ...", "769 of 4,096 positions stay distinct ...".
[[nodiscard]] Text wayOutcome(const AuditWay& way);

/// One sentence about the model; `asked`: only one recipe was looked at.
[[nodiscard]] Text conclusionOf(const AuditReport& report, bool asked);

}  // namespace poscope
