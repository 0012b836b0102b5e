// LongRoPE (Ding et al. 2024; "su" in Phi-3's first files): one divisor for each pair, from the
// short list up to the original length, from the long one beyond. cos and sin carry the same factor
// in both regimes.
#include <cmath>

#include "core/encoding/scaling/scaling_input.h"

namespace poscope {
namespace {

// sqrt(1 + ln s / ln L0).
Result<double> attentionFactor(const ScalingInput& input, double factor) {
  if (const auto stated = input.number("attention_factor")) {
    return *stated;
  }
  if (factor <= 1) {
    return 1.0;
  }
  if (!(input.original() > 1)) {
    return scalingNumberError(input, kOriginalKey, input.original(),
                              Text("scaling.expected.over_one"));
  }
  return std::sqrt(1 + std::log(factor) / std::log(input.original()));
}

}  // namespace

Result<ScaledFrequencies> longropeFrequencies(const ScalingInput& input) {
  ScaledFrequencies result;
  const auto stated = input.number("factor");
  const double trained = static_cast<double>(input.shape.trained);
  const double factor = stated ? *stated : trained > 0 ? trained / input.original() : 1.0;
  POSCOPE_TRY(result.tableFactor, attentionFactor(input, factor));
  const bool isLong = static_cast<double>(input.shape.length) > input.original();
  const std::vector<double>& divisors =
      *input.shape.scaling.list(isLong ? "long_factor" : "short_factor");
  for (std::int64_t pair = 0; pair < input.pairs(); ++pair) {
    const double divisor = input.step(divisors[static_cast<std::size_t>(pair)]);
    const double power = pairPower(input, pair, static_cast<double>(input.shape.dim));
    result.frequencies.push_back(input.step(1 / input.step(divisor * power)));
  }
  if (!stated) {
    result.derived.push_back({"factor", factor});
  }
  result.derived.push_back(originalNumber(input));
  result.derived.push_back({"regime", isLong ? 1.0 : 0.0});
  return result;
}

}  // namespace poscope
