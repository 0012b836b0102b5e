#include "core/model/rope_shape.h"

#include <algorithm>

namespace poscope {
namespace {

constexpr std::string_view kOriginal = "original_max_position_embeddings";

// The length at the top level of a file wins over the one in the scaling block, and an assumed one
// fills the gap.
void setOriginal(RopeScaling& scaling, double original) {
  const auto stated = std::find_if(scaling.numbers.begin(), scaling.numbers.end(),
                                   [](const auto& entry) { return entry.first == kOriginal; });
  if (stated == scaling.numbers.end()) {
    scaling.numbers.emplace_back(kOriginal, original);
  } else {
    stated->second = original;
  }
}

}  // namespace

RopeShape ropeShape(const ModelConfig& config, const RopeSetting& setting, std::int64_t length) {
  RopeShape shape;
  shape.dim = config.rotaryDim.value_or(0);
  shape.base = setting.base;
  shape.headDim = config.headDim.value_or(0);
  shape.length = length;
  shape.trained = config.context.value_or(0);
  shape.scaling = setting.scaling;
  const ScalingRow* const row = findRopeScaling(setting.scaling.type);
  if (row != nullptr && row->needsOriginal && config.originalContext) {
    setOriginal(shape.scaling, static_cast<double>(*config.originalContext));
  }
  return shape;
}

}  // namespace poscope
