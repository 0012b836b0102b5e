// Verdicts on sinusoid and rope recipes; use verdict.h.
#pragma once

#include "core/analysis/verdict.h"

namespace poscope {

[[nodiscard]] Result<Verdicts> judgePhase(const VerdictSetup& setup, const VerdictControl& control);

}  // namespace poscope
