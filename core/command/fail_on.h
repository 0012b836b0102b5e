// `poscope audit --fail-on`: which verdicts make an audit fail, and of which ways.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/suggestion.h"

namespace poscope {

struct FailOnVerdict;
struct FailOnWays;

/// What was asked for. No verdicts: nothing is judged.
struct FailOn {
  std::vector<const FailOnVerdict*> verdicts;
  const FailOnWays* ways = nullptr;
};

/// The verdicts that --fail-on takes, and what --ways takes.
[[nodiscard]] Names failOnNames();
[[nodiscard]] Names failOnWayNames();

/// `verdicts` as "unique,faithful", `ways` as "default" or "all"; empty: not given. Errors: usage
/// for words that are none of these, and for ways without a verdict to judge them by.
[[nodiscard]] Result<FailOn> readFailOn(const std::string& verdicts, const std::string& ways);

/// How an audit fared; without verdicts there is nothing to tell.
struct FailOnOutcome {
  std::vector<std::string_view> verdicts;  ///< "unique" ...
  std::string_view ways;                   ///< "default", "all", "recipe", "table".
  std::vector<AuditWay> judged;            ///< Of each kind of layer.
  std::int64_t bad = 0;                    ///< Of the judged ways.
};

/// Judges the ways that were asked for: those of --recipe alone, and of a dumped table its numbers,
/// whatever `failOn` says of ways.
[[nodiscard]] FailOnOutcome judgeFailOn(const AuditReport& report, const FailOn& failOn,
                                        bool recipeAsked);

/// Which way was judged, and how that went, in one sentence; empty without verdicts.
[[nodiscard]] Text failOnText(const FailOnOutcome& outcome);

}  // namespace poscope
