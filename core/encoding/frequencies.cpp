#include "core/encoding/frequencies.h"

#include <cmath>
#include <numbers>

namespace poscope {
namespace {

double roundedToFloat(double x) {
  return static_cast<double>(static_cast<float>(x));
}

double exactFrequency(double pair, double dim, double base) {
  return std::pow(base, -2.0 * pair / dim);
}

double powerInFloat(double pair, double dim, double base) {
  const double exponent = roundedToFloat(2.0 * pair / dim);
  const double power = roundedToFloat(std::pow(base, exponent));
  return roundedToFloat(1.0 / power);
}

double exponentialInFloat(double pair, double dim, double base) {
  const double factor = roundedToFloat(-std::log(base) / dim);
  const double exponent = roundedToFloat(2.0 * pair * factor);
  return roundedToFloat(std::exp(exponent));
}

}  // namespace

std::vector<double> inverseFrequencies(std::int64_t dim, double base, FrequencyForm form,
                                       const Rounding& stage) {
  std::vector<double> frequencies;
  frequencies.reserve(static_cast<std::size_t>(dim / 2));
  for (std::int64_t i = 0; i < dim / 2; ++i) {
    const auto pair = static_cast<double>(i);
    const auto width = static_cast<double>(dim);
    if (stage.exact()) {
      frequencies.push_back(exactFrequency(pair, width, base));
      continue;
    }
    const double inFloat = form == FrequencyForm::power ? powerInFloat(pair, width, base)
                                                        : exponentialInFloat(pair, width, base);
    frequencies.push_back(roundTo(stage, inFloat));
  }
  return frequencies;
}

double wavelengthTokens(double inverseFrequency) {
  return 2.0 * std::numbers::pi / inverseFrequency;
}

}  // namespace poscope
