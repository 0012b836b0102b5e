// Verdicts on alibi recipes; use verdict.h.
#pragma once

#include "core/analysis/verdict.h"

namespace poscope {

[[nodiscard]] Result<Verdicts> judgeAlibi(const VerdictSetup& setup, const VerdictControl& control);

}  // namespace poscope
