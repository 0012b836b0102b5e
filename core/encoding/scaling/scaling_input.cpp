#include "core/encoding/scaling/scaling_input.h"

#include <cmath>

#include "core/base/numbers.h"

namespace poscope {

double pairPower(const ScalingInput& input, std::int64_t pair, double denominator) {
  const double exponent = input.step(2.0 * static_cast<double>(pair) / denominator);
  return input.step(std::pow(input.step(input.shape.base), exponent));
}

double pairFrequency(const ScalingInput& input, std::int64_t pair, double denominator) {
  if (input.arithmetic == FrequencyArithmetic::fp64) {
    return std::pow(input.shape.base, -2.0 * static_cast<double>(pair) / denominator);
  }
  return input.step(1.0 / pairPower(input, pair, denominator));
}

std::vector<double> unscaledFrequencies(const ScalingInput& input, double base) {
  if (input.arithmetic == FrequencyArithmetic::fp64) {
    return inverseFrequencies(input.shape.dim, base, input.form, Rounding{});
  }
  // The other forms take the logarithm of the base in double.
  const bool power = input.form == FrequencyForm::power;
  return inverseFrequencies(input.shape.dim, power ? input.step(base) : base, input.form,
                            roundingOf(*findFormat("fp32")));
}

Result<double> ntkBase(const ScalingInput& input, double stretch) {
  constexpr std::int64_t kFewest = 4;
  if (input.shape.dim < kFewest) {
    return usageError(
        Text("scaling.error.narrow",
             {{"type", input.shape.scaling.type}, {"dim", input.shape.dim}, {"least", kFewest}}));
  }
  const auto dim = static_cast<double>(input.shape.dim);
  return input.shape.base * std::pow(stretch, dim / (dim - 2));
}

DerivedNumber originalNumber(const ScalingInput& input) {
  return {"original", input.original()};
}

tl::unexpected<Error> scalingNumberError(const ScalingInput& input, std::string_view key,
                                         double value, Text expected) {
  return usageError(Text("scaling.error.number", {{"type", input.shape.scaling.type},
                                                  {"key", key},
                                                  {"value", exactDecimal(value)},
                                                  {"expected", std::move(expected)}}));
}

}  // namespace poscope
