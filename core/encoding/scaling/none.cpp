// No scaling: the frequencies of the base itself.
#include "core/encoding/scaling/scaling_input.h"

namespace poscope {

Result<ScaledFrequencies> noneFrequencies(const ScalingInput& input) {
  ScaledFrequencies result;
  result.frequencies = unscaledFrequencies(input, input.shape.base);
  return result;
}

}  // namespace poscope
