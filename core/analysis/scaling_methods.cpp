#include "core/analysis/scaling_methods.h"

namespace poscope {

bool MethodSetup::isOwn(const ScalingRow& row) const {
  return model.scaling.row() == &row && !row.none;
}

Result<RopeShape> MethodSetup::shapeWith(const ScalingRow& row, std::int64_t length) const {
  RopeShape shape = model;
  shape.length = length;
  if (isOwn(row)) {
    shape.trained = model.trained > 0 ? model.trained : original;
    return shape;
  }
  shape.trained = original;
  POSCOPE_TRY(shape.scaling, usualScaling(row, factor, original));
  return shape;
}

Result<ScaledFrequencies> MethodSetup::frequenciesWith(const ScalingRow& row,
                                                       std::int64_t length) const {
  POSCOPE_TRY(const auto shape, shapeWith(row, length));
  return scaledFrequencies(shape, FrequencyForm::power, FrequencyArithmetic::fp64);
}

}  // namespace poscope
