// RoPE's scalings side by side: every row of ropeScalings() applied to one model, for a text that
// is longer than those that it was trained on.
#pragma once

#include <cstdint>

#include "core/encoding/rope_scaling.h"

namespace poscope {

struct MethodSetup {
  RopeShape model;  ///< With the scaling that the model itself asks for, at the length of the text.
  std::int64_t original = 0;  ///< The length that it was trained for, without a scaling.
  double factor = 1;          ///< How many times that length the methods are set up for.

  /// Whether the model itself asks for this scaling: its own numbers count then.
  [[nodiscard]] bool isOwn(const ScalingRow& row) const;
  /// The model with the scaling `row`, for a text of `length` tokens. A usage error where the
  /// scaling needs numbers that this model does not have.
  [[nodiscard]] Result<RopeShape> shapeWith(const ScalingRow& row, std::int64_t length) const;
  /// The frequencies of that shape in fp64.
  [[nodiscard]] Result<ScaledFrequencies> frequenciesWith(const ScalingRow& row,
                                                          std::int64_t length) const;
};

}  // namespace poscope
