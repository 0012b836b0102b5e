#include "core/encoding/xpos.h"

#include <cmath>

namespace poscope {
namespace {

constexpr double kScaleBase = 512;
constexpr double kGamma = 0.4;

// torchscale's positions begin at -context // 2, rounded down.
std::int64_t newestPosition(std::int64_t context) {
  return context - 1 - (context + 1) / 2;
}

}  // namespace

double xposDecay(std::int64_t pair, std::int64_t dim) {
  const auto width = static_cast<double>(dim);
  return (2 * static_cast<double>(pair) + kGamma * width) / ((1 + kGamma) * width);
}

XposPair::XposPair(double decay, const XposStages& stages, std::int64_t context)
    : decay_(stageValue(stages.operation, decay)),
      stages_(stages),
      query_(static_cast<double>(newestPosition(context))),
      queryScale_(stageValue(stages.scale, scale(query_))) {}

double XposPair::scale(double position) const {
  const double power =
      stageQuotient(stages_.operation, stageValue(stages_.position, position), kScaleBase);
  return stageValue(stages_.operation, std::pow(decay_, power));
}

double XposPair::stored(double distance) const {
  const double inverse = stageQuotient(stages_.operation, 1, scale(query_ - distance));
  return queryScale_ * stageValue(stages_.scale, inverse);
}

double xposExact(double decay, double distance) {
  return std::pow(decay, distance / kScaleBase);
}

}  // namespace poscope
