// Verdicts as JSON: the same keys in `poscope verdict` and `poscope audit` (docs/audit.md,
// docs/verdict.md).
#pragma once

#include "core/analysis/effect.h"
#include "core/command/command_json.h"

namespace poscope {

/// {"state", "total", "distinct", "largest_group", "unshared", "lost", "first_collision"}
[[nodiscard]] Json uniqueJson(const UniqueVerdict& unique);
/// {"state", "distance", "spread", "storage", "queries", "spreads"}; the first three are those of
/// the worst distance.
[[nodiscard]] Json relativeJson(const RelativeVerdict& relative);
/// {"state", "error", "position", "pair" or "head", "storage", "holds_up_to", "reach"}; a `reach`
/// of 0 is null.
[[nodiscard]] Json faithfulJson(const FaithfulVerdict& faithful, Scheme scheme, std::int64_t reach);
/// {"mean", "worst", "head"}
[[nodiscard]] Json effectJson(const AttentionEffect& effect);
/// {"position": "fp32", ...}: the settings of all stages.
[[nodiscard]] Json stagesJson(const Recipe& recipe);

}  // namespace poscope
