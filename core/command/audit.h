// `poscope audit PATH`: does a model keep its positions?
#pragma once

#include <filesystem>
#include <string>

#include "core/analysis/verdict.h"
#include "core/command/command_output.h"

namespace poscope {

/// As the command line gives them; empty: not given.
struct AuditOptions {
  std::filesystem::path path;
  std::string shown;    ///< The name in reports and messages; empty for the path ("-" for a pipe).
  std::string context;  ///< "8k", "131072".
  std::string format;
  std::string recipe;
  std::string failOn;  ///< "unique,relative,faithful".
  std::string ways;    ///< Which of them failOn judges: "default", "all".
  bool json = false;
  bool markdown = false;
};

/// A config.json, a model folder, a hub cache folder, a dumped cos/sin table, or, where no such
/// file is, the name of a preset. The exit code is 1 when the report has an error or a verdict
/// named by `failOn` is bad: of the recipe that was asked for, else of what a user gets who changes
/// nothing (AuditWay::byDefault), or of `ways`. Errors: usage for a bad option, file for what
/// cannot be read; a name of a hub is told what to fetch, a mistyped preset the nearest one.
[[nodiscard]] Result<CommandOutput> auditCommand(const AuditOptions& options, Language language,
                                                 const VerdictControl& control = {});

}  // namespace poscope
