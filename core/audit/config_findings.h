// What config.json alone tells: its settings with what follows from them, and what contradicts
// itself or had to be assumed.
#pragma once

#include <vector>

#include "core/audit/audit.h"

namespace poscope {

/// What an audit looks at, and what of it was given by hand.
struct AuditScope {
  std::int64_t context = 0;  ///< 0: no key gives one, and none was asked for.
  bool contextAsked = false;
  const NumberFormat* format = nullptr;
  bool formatAsked = false;
  bool formatAssumed = false;
};

/// The model's settings, then "audited_context", "audited_format" and "computed.<name>": numbers
/// that the scaling worked out, at the audited context.
[[nodiscard]] std::vector<AuditSetting> auditSettings(const ModelConfig& config,
                                                      const AuditScope& scope);

/// The reader's notices, then rules about the scope.
[[nodiscard]] std::vector<AuditFinding> configFindings(const ModelConfig& config,
                                                       const AuditScope& scope);

}  // namespace poscope
