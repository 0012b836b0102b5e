// Dynamic NTK (bloc97, emozilla): a base that grows with the current length, from the trained
// length on. The vendor form with `alpha` has one base for every length and does not look at
// `factor`.
#include <algorithm>

#include "core/encoding/scaling/scaling_input.h"

namespace poscope {
namespace {

// s n/L - (s-1), L the trained length, n the current one but no less than L.
double stretchOf(const ScalingInput& input, double trained) {
  const double factor = *input.number("factor");
  const double length = std::max(static_cast<double>(input.shape.length), trained);
  return factor * length / trained - (factor - 1);
}

}  // namespace

Result<ScaledFrequencies> dynamicFrequencies(const ScalingInput& input) {
  ScaledFrequencies result;
  const auto alpha = input.number("alpha");
  // The trained length counts here, not the original one.
  const double trained =
      input.shape.trained > 0 ? static_cast<double>(input.shape.trained) : input.original();
  if (!alpha && !(trained > 0)) {
    return usageError(
        Text("scaling.error.trained", {{"type", "dynamic"}, {"key", "max_position_embeddings"}}));
  }
  POSCOPE_TRY(const auto base, ntkBase(input, alpha ? *alpha : stretchOf(input, trained)));
  result.frequencies = unscaledFrequencies(input, base);
  if (alpha) {
    result.derived.push_back({"alpha", *alpha});
  } else {
    result.derived.push_back({"original", trained});
  }
  result.derived.push_back({"effective_base", base});
  return result;
}

}  // namespace poscope
