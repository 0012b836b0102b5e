#include "core/encoding/frequencies.h"

#include <algorithm>
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
  const double power = roundedToFloat(std::pow(roundedToFloat(base), exponent));
  return roundedToFloat(1.0 / power);
}

double exponentialInFloat(double pair, double dim, double base) {
  const double factor = roundedToFloat(-std::log(base) / dim);
  const double exponent = roundedToFloat(2.0 * pair * factor);
  return roundedToFloat(std::exp(exponent));
}

// Pairs but one share the logarithm; a single pair has frequency 1.
double timingExponent(double dim, double base) {
  return dim > 2 ? -std::log(base) / (dim / 2 - 1) : 0.0;
}

double timingInFloat(double pair, double dim, double base) {
  const double factor = roundedToFloat(timingExponent(dim, base));
  return roundedToFloat(std::exp(roundedToFloat(pair * factor)));
}

double exactTiming(double pair, double dim, double base) {
  return std::exp(pair * timingExponent(dim, base));
}

using FrequencyFunction = double (*)(double pair, double dim, double base);
struct FormRow {
  FrequencyFunction exact;
  FrequencyFunction inFloat;
};
// In the order of FrequencyForm.
constexpr FormRow kForms[] = {{exactFrequency, powerInFloat},
                              {exactFrequency, exponentialInFloat},
                              {exactTiming, timingInFloat},
                              {exactFrequency, powerInFloat},
                              {exactFrequency, powerInFloat}};

// Every step rounded to the stage's format: R(1 / R(R(b)^R(R(2i) / d))). PyTorch turns the base
// into a tensor of the exponents' format: 10000 in bf16 is 9984.
double stepwiseFrequency(double pair, double dim, double base, const Rounding& stage) {
  const double exponent = stageQuotient(stage, roundTo(stage, 2.0 * pair), dim);
  const double power = stageValue(stage, std::pow(roundTo(stage, base), exponent));
  return stageQuotient(stage, 1.0, power);
}

}  // namespace

std::vector<double> inverseFrequencies(std::int64_t dim, double base, FrequencyForm form,
                                       const Rounding& stage) {
  const FormRow& row = kForms[static_cast<std::size_t>(form)];
  const auto width = static_cast<double>(dim);
  std::vector<double> frequencies;
  frequencies.reserve(static_cast<std::size_t>(dim / 2));
  for (std::int64_t i = 0; i < dim / 2; ++i) {
    const auto pair = static_cast<double>(i);
    if (stage.exact()) {
      frequencies.push_back(row.exact(pair, width, base));
    } else if (form == FrequencyForm::stepwise) {
      frequencies.push_back(stepwiseFrequency(pair, width, base, stage));
    } else {
      frequencies.push_back(roundTo(stage, row.inFloat(pair, width, base)));
    }
  }
  return frequencies;
}

double wavelengthTokens(double inverseFrequency) {
  return 2.0 * std::numbers::pi / inverseFrequency;
}

std::int64_t unfinishedPairs(std::span<const double> inverseFrequencies, double tokens) {
  return std::count_if(inverseFrequencies.begin(), inverseFrequencies.end(),
                       [tokens](double frequency) { return wavelengthTokens(frequency) > tokens; });
}

double turnsWithin(double inverseFrequency, double tokens) {
  return inverseFrequency * tokens / (2.0 * std::numbers::pi);
}

double frequencyOfTurn(double tokens) {
  return 2.0 * std::numbers::pi / tokens;
}

}  // namespace poscope
