#include "core/encoding/sandwich.h"

#include <array>
#include <cmath>

#include "core/numeric/trig.h"

namespace poscope {
namespace {

constexpr std::size_t kLanes = 8;

// wave(frequency) of all of them, in lanes so that vector units add them up: in double, whose
// rounding no stage sees.
template <typename Wave>
double sumOf(const std::vector<double>& frequencies, Wave wave) {
  std::array<double, kLanes> lanes{};
  std::size_t k = 0;
  for (; k + kLanes <= frequencies.size(); k += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] += wave(frequencies[k + lane]);
    }
  }
  for (; k < frequencies.size(); ++k) {
    lanes[0] += wave(frequencies[k]);
  }
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
         ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

}  // namespace

double sandwichDivisor(std::int64_t head, std::int64_t heads) {
  return 8 * static_cast<double>(head + 1) / static_cast<double>(heads);
}

SandwichBias::SandwichBias(std::int64_t dim, double divisor, const SandwichStages& stages)
    : divisor_(divisor), stages_(stages) {
  for (std::int64_t k = 1; k <= dim / 2; ++k) {
    const double exponent = 2 * static_cast<double>(k) / static_cast<double>(dim);
    frequencies_.push_back(std::pow(10000.0, -exponent));
    kept_.push_back(stageValue(stages.operation, frequencies_.back()));
  }
}

double SandwichBias::stored(double distance) const {
  const Rounding operation = stages_.operation;  // A copy: nothing that is written can be it.
  const double position = stageValue(stages_.position, distance);
  const double sum = sumOf(kept_, [operation, position](double frequency) {
    return stageValue(operation, sineCosine(stageProduct(operation, position, frequency)).cosine);
  });
  const double below =
      stageSum(operation, stageValue(operation, sum), -static_cast<double>(kept_.size()));
  return stageValue(stages_.bias, stageQuotient(operation, below, divisor_));
}

double SandwichBias::exact(double distance) const {
  const double sum = sumOf(frequencies_, [distance](double frequency) {
    return sineCosine(distance * frequency).cosine;
  });
  return (sum - static_cast<double>(frequencies_.size())) / divisor_;
}

}  // namespace poscope
