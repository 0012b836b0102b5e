// Verdicts and the effect on attention of sinusoid and rope recipes; use verdict.h and effect.h.
#pragma once

#include "core/analysis/effect.h"

namespace poscope {

[[nodiscard]] Result<Verdicts> judgePhase(const VerdictSetup& setup, const VerdictControl& control);
[[nodiscard]] Result<AttentionEffect> phaseEffect(const VerdictSetup& setup,
                                                  const VerdictControl& control);

}  // namespace poscope
