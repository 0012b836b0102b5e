// Two recipes as code beside each other.
#pragma once

#include <functional>
#include <vector>

#include "core/figure/figure.h"
#include "core/recipe/recipe_code.h"

namespace poscope {

/// Stage by stage, in the order of the scheme, the lines of `a` and of `b`: those of both once,
/// those that differ as removed and added. A line's subject is its stage; `say` adds its action,
/// note and choice.
[[nodiscard]] std::vector<CodeLine> comparedCode(
    Scheme scheme, const std::vector<StageLine>& a, const std::vector<StageLine>& b,
    const std::function<void(CodeLine& line, Stage stage)>& say);

/// "The code of “A” (−) and “B” (+)".
[[nodiscard]] Text comparedCodeTitle(const CodePanel& code, const Recipe& a, const Recipe& b);

}  // namespace poscope
