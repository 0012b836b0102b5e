// Proportional RoPE (Gemma 4): the first pairs rotate with exponents over the whole head, the rest
// have frequency 0, which leaves them as they are.
#include <algorithm>
#include <cmath>

#include "core/encoding/scaling/scaling_input.h"

namespace poscope {

Result<ScaledFrequencies> proportionalFrequencies(const ScalingInput& input) {
  const double share = input.number("partial_rotary_factor").value_or(1);
  if (share > 1) {
    return scalingNumberError(input, "partial_rotary_factor", share,
                              Text("scaling.expected.share"));
  }
  const double head =
      static_cast<double>(input.shape.headDim > 0 ? input.shape.headDim : input.shape.dim);
  const double rotating =
      std::min(std::floor(share * head / 2), static_cast<double>(input.pairs()));
  const double factor = input.step(input.number("factor").value_or(1));
  ScaledFrequencies result;
  for (std::int64_t pair = 0; pair < input.pairs(); ++pair) {
    const bool rotates = static_cast<double>(pair) < rotating;
    const double frequency = rotates ? pairFrequency(input, pair, head) : 0.0;
    result.frequencies.push_back(input.step(frequency / factor));
  }
  result.derived = {{"pairs_rotating", rotating}};
  return result;
}

}  // namespace poscope
