// NTK-aware scaling with one base for every length: b * s^(dim/(dim-2)).
#include "core/encoding/scaling/scaling_input.h"

namespace poscope {

Result<ScaledFrequencies> ntkFrequencies(const ScalingInput& input) {
  POSCOPE_TRY(const auto base, ntkBase(input, *input.number("factor")));
  ScaledFrequencies result;
  result.frequencies = unscaledFrequencies(input, base);
  result.derived = {{"effective_base", base}};
  return result;
}

}  // namespace poscope
