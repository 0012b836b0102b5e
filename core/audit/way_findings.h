// What the verdicts on a model's ways mean, in words.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/audit/audit.h"

namespace poscope {

/// What to do about a bad way, where that is more than the scheme's own advice `audit.do.<scheme>`.
struct WayAdvice {
  Scheme scheme;
  CastWay way;
  bool rebuilt;  ///< The cast matters once a cache is built anew.
  std::string_view text;
};
[[nodiscard]] std::span<const WayAdvice> wayAdvices();

/// A warning for each way that is bad, and a note for each kind of layer that has a fine one. The
/// rule of a warning is "way-<way>"; it never speaks of the safe way.
[[nodiscard]] std::vector<AuditFinding> wayFindings(const AuditReport& report);

/// "no position is lost up to ...", "769 of 4,096 positions stay distinct ...".
[[nodiscard]] Text wayOutcome(const AuditWay& way);

/// One sentence about the model; `asked`: only one recipe was looked at. It never says "fine" of a
/// model that was not understood as a whole, and begins with the number format where that was
/// assumed.
[[nodiscard]] Text conclusionOf(const AuditReport& report, bool asked);

}  // namespace poscope
