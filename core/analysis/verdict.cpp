#include "core/analysis/verdict.h"

#include "core/analysis/alibi_verdict.h"
#include "core/analysis/phase_verdict.h"

namespace poscope {
namespace {

constexpr std::string_view kStateNames[] = {"good", "harmless", "bad"};

}  // namespace

std::string_view verdictStateName(VerdictState state) {
  return kStateNames[static_cast<std::size_t>(state)];
}

Result<Verdicts> judge(const VerdictSetup& setup, const VerdictControl& control) {
  if (setup.start < 0 || setup.context < 2 || setup.context > kLastJudged - setup.start) {
    return usageError(
        {"verdict.error.positions",
         {{"start", setup.start}, {"context", setup.context}, {"last", kLastJudged}}});
  }
  return setup.recipe.scheme == RecipeScheme::alibi ? judgeAlibi(setup, control)
                                                    : judgePhase(setup, control);
}

}  // namespace poscope
