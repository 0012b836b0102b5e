// The parameters that belong to a scheme: their schema, and how they set up a verdict.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/verdict.h"
#include "core/state/params.h"

namespace poscope {

/// The names of those of a scheme with recipes: "heads", "max_bias".
[[nodiscard]] std::span<const std::string_view> schemeParameters(Scheme scheme);

/// Those of all schemes, each once.
[[nodiscard]] Schema allSchemeParameters();

/// Puts what `params` say of the scheme of `setup.recipe` into `setup`; `params` have its
/// parameters, and `start` where the scheme knows a start. The context must be there already.
void takeSchemeParameters(const Params& params, VerdictSetup& setup);

}  // namespace poscope
