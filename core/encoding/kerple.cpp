#include "core/encoding/kerple.h"

#include <cmath>

namespace poscope {
namespace {

double storedBias(const KerpleHead& head, const KerpleStages& stages, double distance) {
  const double scaled =
      stageProduct(stages.logarithm, head.a, stageValue(stages.position, distance));
  const double argument = stageSum(stages.logarithm, 1, scaled);
  const double logarithm = stageValue(stages.logarithm, std::log(argument));
  return stageValue(stages.bias, stageProduct(stages.product, -head.p, logarithm));
}

}  // namespace

std::vector<double> kerpleBiases(const KerpleHead& head, const KerpleStages& stages,
                                 std::int64_t count) {
  std::vector<double> biases(static_cast<std::size_t>(count));
  for (std::int64_t distance = 0; distance < count; ++distance) {
    biases[static_cast<std::size_t>(distance)] =
        storedBias(head, stages, static_cast<double>(distance));
  }
  return biases;
}

double kerpleExact(const KerpleHead& head, double distance) {
  return -head.p * std::log1p(head.a * distance);
}

}  // namespace poscope
