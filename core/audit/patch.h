// What to change in PyTorch code, with the model's own numbers.
#pragma once

#include <string>

#include "core/audit/audit.h"

namespace poscope {

/// Python that repairs what the report's ways break; empty when none is bad. Own code, not a copy
/// of anyone's; comments in English.
[[nodiscard]] std::string patchFor(const AuditReport& report);

}  // namespace poscope
