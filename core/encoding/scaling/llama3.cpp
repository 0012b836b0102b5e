// Llama 3.1: pairs with a short wavelength are kept, those with a long one divided by the factor,
// those between blended by how often their wavelength fits into the original length.
#include <numbers>

#include "core/base/numbers.h"
#include "core/encoding/scaling/scaling_input.h"

namespace poscope {
namespace {

struct Bounds {
  double factor;
  double original;
  double low;
  double high;
};

// ((1-m) w) / s + m w with m = (L0/wavelength - low) / (high - low). Python divides a number by a
// tensor as its reciprocal times the number.
double blended(const ScalingInput& input, const Bounds& bounds, double frequency,
               double wavelength) {
  const double fits = input.step(input.step(1 / wavelength) * input.step(bounds.original));
  const double smooth =
      input.step(input.step(fits - input.step(bounds.low)) / input.step(bounds.high - bounds.low));
  const double divided =
      input.step(input.step(input.step(1 - smooth) * frequency) / input.step(bounds.factor));
  return input.step(divided + input.step(smooth * frequency));
}

}  // namespace

Result<ScaledFrequencies> llama3Frequencies(const ScalingInput& input) {
  const Bounds bounds{*input.number("factor"), input.original(), *input.number("low_freq_factor"),
                      *input.number("high_freq_factor")};
  if (!(bounds.high > bounds.low)) {
    return scalingNumberError(input, "high_freq_factor", bounds.high,
                              Text("scaling.expected.over", {{"key", "low_freq_factor"},
                                                             {"value", exactDecimal(bounds.low)}}));
  }
  ScaledFrequencies result;
  result.frequencies = unscaledFrequencies(input, input.shape.base);
  const double longest = input.step(bounds.original / bounds.low);
  const double shortest = input.step(bounds.original / bounds.high);
  double kept = 0;
  double divided = 0;
  for (double& frequency : result.frequencies) {
    const double wavelength =
        input.step(input.step(1 / frequency) * input.step(2 * std::numbers::pi));
    if (wavelength < shortest) {
      kept += 1;
    } else if (wavelength > longest) {
      divided += 1;
      frequency = input.step(frequency / input.step(bounds.factor));
    } else {
      frequency = blended(input, bounds, frequency, wavelength);
    }
  }
  const double all = static_cast<double>(input.pairs());
  result.derived = {originalNumber(input),
                    {"pairs_kept", kept},
                    {"pairs_blended", all - kept - divided},
                    {"pairs_divided", divided}};
  return result;
}

}  // namespace poscope
