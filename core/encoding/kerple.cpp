#include "core/encoding/kerple.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace poscope {

double kerpleStored(const KerpleHead& head, const KerpleStages& stages, double distance) {
  const double scaled =
      stageProduct(stages.logarithm, head.a, stageValue(stages.position, distance));
  const double argument = stageSum(stages.logarithm, 1, scaled);
  const double logarithm = stageValue(stages.logarithm, std::log(argument));
  return stageValue(stages.bias, stageProduct(stages.product, -head.p, logarithm));
}

std::vector<double> kerpleBiases(const KerpleHead& head, const KerpleStages& stages,
                                 std::int64_t count) {
  std::vector<double> biases(static_cast<std::size_t>(count));
  for (std::int64_t distance = 0; distance < count; ++distance) {
    biases[static_cast<std::size_t>(distance)] =
        kerpleStored(head, stages, static_cast<double>(distance));
  }
  return biases;
}

double kerpleExact(const KerpleHead& head, double distance) {
  return -head.p * std::log1p(head.a * distance);
}

double kerplePowerStored(const KerpleHead& head, const KerpleStages& stages, double distance) {
  const double power =
      stageValue(stages.logarithm, std::pow(stageValue(stages.position, distance), head.p));
  return stageValue(stages.bias, stageProduct(stages.product, -power, head.a));
}

double kerplePowerExact(const KerpleHead& head, double distance) {
  return -head.a * std::pow(distance, head.p);
}

KerpleHead kerpleClamped(const KerpleHead& learned, bool power) {
  constexpr double kLeast = 0.01;
  constexpr double kMostPower = 2;
  const double p = std::max(learned.p, kLeast);
  return {power ? std::min(p, kMostPower) : p, std::max(learned.a, kLeast)};
}

KerpleHead kerpleDrawn(std::uint32_t seed, std::int64_t head) {
  std::mt19937 numbers(seed);
  numbers.discard(2 * static_cast<unsigned long long>(head));
  constexpr double kStep = 1.0 / 64;
  const auto p = static_cast<double>((numbers() >> 25U) + 1);
  const auto a = static_cast<double>((numbers() >> 26U) + 1);
  return {p * kStep, a * kStep};
}

}  // namespace poscope
