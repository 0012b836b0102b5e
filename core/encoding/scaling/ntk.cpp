// NTK-aware scaling with one base for every length: b * s^(dim/(dim-2)).
#include "core/encoding/scaling/scaling_input.h"

namespace poscope {

Result<ScaledFrequencies> ntkFrequencies(const ScalingInput& input) {
  const auto base = ntkBase(input, *input.number("factor"));
  if (!base) {
    return tl::unexpected<Error>(base.error());
  }
  ScaledFrequencies result;
  result.frequencies = unscaledFrequencies(input, *base);
  result.derived = {{"effective_base", *base}};
  return result;
}

}  // namespace poscope
