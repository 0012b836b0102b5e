// How verdicts look beside their words: never by colour alone.
#pragma once

#include <QString>

#include "core/figure/figure.h"

namespace poscope {

/// Round for good, square for bad, a ring without judgement.
[[nodiscard]] QString verdictSign(ColourRole role);
/// "good", "bad" or "neutral": a style sheet's property.
[[nodiscard]] QString verdictRoleName(ColourRole role);

}  // namespace poscope
