#include "core/analysis/verdict.h"

#include "core/analysis/bias_verdict.h"
#include "core/analysis/phase_verdict.h"

namespace poscope {
namespace {

constexpr std::string_view kStateNames[] = {"good", "harmless", "bad"};
static_assert(std::size(kStateNames) == static_cast<std::size_t>(VerdictState::bad) + 1);

template <BiasMaker kMake>
Result<Verdicts> judgeAs(const VerdictSetup& setup, const VerdictControl& control) {
  return judgeBias(kMake, setup, control);
}
template <BiasMaker kMake>
Result<AttentionEffect> effectAs(const VerdictSetup& setup, const VerdictControl& control) {
  return biasEffect(kMake, setup, control);
}

struct AnalysisRow {
  Scheme scheme;
  Result<Verdicts> (*judge)(const VerdictSetup&, const VerdictControl&);
  Result<AttentionEffect> (*effect)(const VerdictSetup&, const VerdictControl&);
};
// A sinusoidal table has no attention of its own and is taken as RoPE.
constexpr AnalysisRow kRows[] = {
    {Scheme::sinusoidal, judgePhase, phaseEffect},
    {Scheme::rope, judgePhase, phaseEffect},
    {Scheme::alibi, judgeAs<alibiSide>, effectAs<alibiSide>},
    {Scheme::kerpleLog, judgeAs<kerpleSide>, effectAs<kerpleSide>},
};
static_assert(inSchemeOrder(kRows));

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
  return rowOf(kRows, setup.recipe.scheme).judge(setup, control);
}

Result<AttentionEffect> attentionEffect(const VerdictSetup& setup, const VerdictControl& control) {
  return rowOf(kRows, setup.recipe.scheme).effect(setup, control);
}

}  // namespace poscope
