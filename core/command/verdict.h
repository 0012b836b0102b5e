// `poscope verdict RECIPE --context N`: are positions unique, relative and faithful?
#pragma once

#include <string>
#include <vector>

#include "core/analysis/verdict.h"
#include "core/base/suggestion.h"
#include "core/command/command_output.h"
#include "core/state/params.h"

namespace poscope {

/// As the command line gives them; empty: not given.
struct VerdictOptions {
  std::string recipe;             ///< An id of the catalogue; "sinusoid/module-cast" of one scheme.
  std::string context;            ///< "8k", "131072"; must be given.
  std::string start;              ///< First position; 0.
  std::vector<std::string> sets;  ///< "name=value": verdictSettings() and the recipe's stages.
  bool json = false;
};

/// Names that `sets` take beside stages, with those of the model's shape for the scheme first.
[[nodiscard]] std::vector<std::string> verdictSettings(Scheme scheme);

/// The schema that `sets` obey, with the parameters of the other schemes too; the recipe is its
/// `a`.
[[nodiscard]] const Schema& verdictSchema(Scheme scheme);

/// What `recipe` takes: ids alone, and with their scheme where another scheme has the same.
[[nodiscard]] Names verdictRecipes();

/// The number of the JSON's layout (docs/verdict.md).
inline constexpr int kVerdictSchema = 1;

/// A bad verdict is a result: the exit code is 0. Errors: usage for an unknown recipe, name or
/// value and for positions that cannot be judged; cancelled.
[[nodiscard]] Result<CommandOutput> verdictCommand(const VerdictOptions& options, Language language,
                                                   const VerdictControl& control = {});

}  // namespace poscope
