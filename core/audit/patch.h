// What to change in PyTorch code, with the model's own numbers.
#pragma once

#include <string>

#include "core/audit/audit.h"

namespace poscope {

/// Python that repairs what the report's ways break; empty when none is bad. Own code, not a copy
/// of anyone's; comments in English.
[[nodiscard]] std::string patchFor(const AuditReport& report);

/// The same for one bad way, by scheme.
[[nodiscard]] std::string phasePatch(const AuditReport& report, const AuditWay& bad);
[[nodiscard]] std::string alibiPatch(const AuditReport& report, const AuditWay& bad);

}  // namespace poscope
