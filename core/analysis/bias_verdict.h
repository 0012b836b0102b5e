// Verdicts and the effect on attention of additive biases; use verdict.h and effect.h.
#pragma once

#include "core/analysis/bias_side.h"
#include "core/analysis/effect.h"

namespace poscope {

[[nodiscard]] Result<Verdicts> judgeBias(BiasMaker make, const VerdictSetup& setup,
                                         const VerdictControl& control);
[[nodiscard]] Result<AttentionEffect> biasEffect(BiasMaker make, const VerdictSetup& setup,
                                                 const VerdictControl& control);

}  // namespace poscope
