// An audit as text for a terminal, as Markdown, and as JSON (docs/audit.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/audit/audit.h"
#include "core/command/command_json.h"
#include "core/command/fail_on.h"

namespace poscope {

[[nodiscard]] std::string auditText(const AuditReport& report, Language language,
                                    const FailOnOutcome& failOn = {});
[[nodiscard]] std::string auditMarkdown(const AuditReport& report, Language language,
                                        const FailOnOutcome& failOn = {});

/// Version of the JSON's schema; grows when a key changes its meaning or goes.
inline constexpr int kAuditSchema = 1;
/// Sentences in `language`, keys and words of data in none.
[[nodiscard]] Json auditJsonValue(const AuditReport& report, Language language,
                                  const FailOnOutcome& failOn = {});
[[nodiscard]] std::string auditJson(const AuditReport& report, Language language,
                                    const FailOnOutcome& failOn = {});

/// One verdict or effect of a way, as all reports show it.
struct AuditRow {
  Text name;
  Text state;  ///< Empty: no verdict.
  Text text;
};
[[nodiscard]] std::vector<AuditRow> auditRows(const AuditWay& way);

/// "loaded with a dtype: HF Llama 5".
[[nodiscard]] Text auditWayName(const AuditWay& way);
/// The name, whether it is the way to take, and whether it is what comes by default.
[[nodiscard]] Text auditWayTitle(const AuditWay& way);

/// The heading before a way: that of its kind of layer before the first of it, else empty.
[[nodiscard]] Text auditWaysTitle(const AuditReport& report, std::size_t way);

/// "llama-2-7b: RoPE"; of a dumped table what it is.
[[nodiscard]] Text auditTitle(const AuditReport& report);

}  // namespace poscope
