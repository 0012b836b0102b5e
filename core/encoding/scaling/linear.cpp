// Position interpolation (kaiokendev; Chen et al. 2023): w / s. Implementations that divide the
// position instead say so in their recipe.
#include "core/encoding/scaling/scaling_input.h"

namespace poscope {

Result<ScaledFrequencies> linearFrequencies(const ScalingInput& input) {
  ScaledFrequencies result;
  result.frequencies = unscaledFrequencies(input, input.shape.base);
  const double factor = input.step(*input.number("factor"));
  for (double& frequency : result.frequencies) {
    frequency = input.step(frequency / factor);
  }
  return result;
}

}  // namespace poscope
