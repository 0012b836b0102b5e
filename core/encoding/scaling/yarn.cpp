// YaRN (Peng et al. 2023) as transformers computes it, with DeepSeek's mscale: high frequencies are
// kept, low ones divided by the factor, those between blended along a ramp over pairs.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/encoding/scaling/scaling_input.h"

namespace poscope {
namespace {

// g(s, m): how much attention is sharpened at a stretch of s.
double magnitudeScale(double factor, double mscale) {
  return factor <= 1 ? 1.0 : 0.1 * mscale * std::log(factor) + 1.0;
}

double attentionFactor(const ScalingInput& input, double factor) {
  if (const auto stated = input.number("attention_factor")) {
    return *stated;
  }
  const double mscale = input.number("mscale").value_or(0);
  const double all = input.number("mscale_all_dim").value_or(0);
  if (mscale != 0 && all != 0) {
    return magnitudeScale(factor, mscale) / magnitudeScale(factor, all);
  }
  return magnitudeScale(factor, 1);
}

// The pair, as a real number, whose wavelength fits `rotations` times into the original length.
double correctionPair(const ScalingInput& input, double rotations) {
  const double turns = input.original() / (rotations * 2 * std::numbers::pi);
  return static_cast<double>(input.shape.dim) * std::log(turns) / (2 * std::log(input.shape.base));
}

struct Ramp {
  double low = 0;
  double high = 0;
};

Ramp rampOf(const ScalingInput& input, Ramp correction) {
  if (input.number("truncate").value_or(1) != 0) {
    correction = {std::floor(correction.low), std::ceil(correction.high)};
  }
  // dim - 1, although pairs end at dim/2 - 1: the reference code is written so.
  Ramp ramp{std::max(correction.low, 0.0),
            std::min(correction.high, static_cast<double>(input.shape.dim - 1))};
  return ramp;
}

// 0 keeps the frequency, 1 divides it.
double rampAt(const ScalingInput& input, const Ramp& ramp, std::int64_t pair) {
  constexpr double kSingular = 0.001;
  const double high = ramp.high == ramp.low ? ramp.high + kSingular : ramp.high;
  const double offset = input.step(static_cast<double>(pair) - input.step(ramp.low));
  return std::clamp(input.step(offset / input.step(high - ramp.low)), 0.0, 1.0);
}

void fillFrequencies(const ScalingInput& input, double factor, const Ramp& ramp,
                     ScaledFrequencies& result) {
  const auto dim = static_cast<double>(input.shape.dim);
  std::int64_t kept = 0;
  std::int64_t divided = 0;
  for (std::int64_t pair = 0; pair < input.pairs(); ++pair) {
    const double blend = rampAt(input, ramp, pair);
    const double keep = input.step(1 - blend);
    const double own = pairFrequency(input, pair, dim);
    const double power = pairPower(input, pair, dim);
    const double interpolated = input.step(1 / input.step(input.step(factor) * power));
    result.frequencies.push_back(
        input.step(input.step(interpolated * input.step(1 - keep)) + input.step(own * keep)));
    kept += blend == 0 ? 1 : 0;
    divided += blend == 1 ? 1 : 0;
  }
  result.derived.push_back({"pairs_kept", static_cast<double>(kept)});
  result.derived.push_back({"pairs_blended", static_cast<double>(input.pairs() - kept - divided)});
  result.derived.push_back({"pairs_divided", static_cast<double>(divided)});
}

}  // namespace

Result<ScaledFrequencies> yarnFrequencies(const ScalingInput& input) {
  if (input.shape.base == 1) {
    return scalingNumberError(input, "rope_theta", 1, Text("scaling.expected.base"));
  }
  const double fast = input.numberOr("beta_fast", kBetaFast);
  const double slow = input.numberOr("beta_slow", kBetaSlow);
  if (!(fast > 0) || !(slow > 0)) {
    return scalingNumberError(input, fast > 0 ? "beta_slow" : "beta_fast", fast > 0 ? slow : fast,
                              Text("scaling.expected.positive"));
  }
  const auto stated = input.number("factor");
  if (!stated && input.shape.trained <= 0) {
    return usageError(Text("scaling.error.missing", {{"type", "yarn"}, {"key", "factor"}}));
  }
  const double factor =
      stated ? *stated : static_cast<double>(input.shape.trained) / input.original();
  const Ramp correction{correctionPair(input, fast), correctionPair(input, slow)};
  const Ramp ramp = rampOf(input, correction);
  ScaledFrequencies result;
  if (!stated) {
    result.derived.push_back({"factor", factor});
  }
  result.derived.push_back(originalNumber(input));
  result.derived.push_back({"correction_low", correction.low});
  result.derived.push_back({"correction_high", correction.high});
  result.derived.push_back({"ramp_low", ramp.low});
  result.derived.push_back({"ramp_high", ramp.high});
  fillFrequencies(input, factor, ramp, result);
  result.tableFactor = attentionFactor(input, factor);
  if (const double all = input.number("mscale_all_dim").value_or(0); all != 0) {
    const double scale = magnitudeScale(factor, all);
    result.softmaxFactor = scale * scale;
  }
  return result;
}

}  // namespace poscope
