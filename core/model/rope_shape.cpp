#include "core/model/rope_shape.h"

namespace poscope {

RopeShape ropeShape(const ModelConfig& config, const RopeSetting& setting, std::int64_t length) {
  RopeShape shape;
  shape.dim = setting.rotaryDim.value_or(0);
  shape.base = setting.base;
  shape.headDim = config.headDim.value_or(0);
  shape.length = length;
  shape.trained = config.context.value_or(0);
  shape.scaling = setting.scaling;
  return shape;
}

}  // namespace poscope
