// What the body of a scaling gets, and the steps that scalings share. Every step rounds to fp32 or
// not at all, so that one body gives PyTorch's words and the reference.
#pragma once

#include <vector>

#include "core/encoding/rope_scaling.h"

namespace poscope {

/// The shape has been checked: dim even, base finite and over 0, every key that the row reads of
/// its kind, the required ones present, the original length known where the row needs it.
struct ScalingInput {
  const RopeShape& shape;
  FrequencyForm form;
  FrequencyArithmetic arithmetic;

  [[nodiscard]] std::int64_t pairs() const { return shape.dim / 2; }
  [[nodiscard]] std::optional<double> number(std::string_view key) const {
    return shape.scaling.number(key);
  }
  /// 0 counts as absent where Python writes `value or standard`.
  [[nodiscard]] double numberOr(std::string_view key, double standard) const {
    const double value = number(key).value_or(0);
    return value == 0 ? standard : value;
  }
  /// original_max_position_embeddings, else the trained length.
  [[nodiscard]] double original() const {
    return number(kOriginalKey).value_or(static_cast<double>(shape.trained));
  }
  /// The result of one step. An fp32 operation on fp32 numbers is the double one rounded once.
  [[nodiscard]] double step(double exact) const {
    return arithmetic == FrequencyArithmetic::fp32 ? static_cast<double>(static_cast<float>(exact))
                                                   : exact;
  }
};

/// b^E, E = 2i/denominator: the base becomes fp32 as a scalar operand does in PyTorch.
[[nodiscard]] double pairPower(const ScalingInput& input, std::int64_t pair, double denominator);

/// 1 / b^E; b^(-2i/denominator) in double.
[[nodiscard]] double pairFrequency(const ScalingInput& input, std::int64_t pair,
                                   double denominator);

/// The frequencies of a RoPE of base `base` without scaling, in the form of `input`.
[[nodiscard]] std::vector<double> unscaledFrequencies(const ScalingInput& input, double base);

/// base * stretch^(dim/(dim-2)), in double as Python computes it: the base of NTK-aware scalings.
/// A usage error for two rotary dimensions, which have no such base.
[[nodiscard]] Result<double> ntkBase(const ScalingInput& input, double stretch);

/// "original_max_position_embeddings" or what it stands for, as a derived number.
[[nodiscard]] DerivedNumber originalNumber(const ScalingInput& input);

/// "{key} of the scaling is {value}; expected {expected}."
[[nodiscard]] tl::unexpected<Error> scalingNumberError(const ScalingInput& input,
                                                       std::string_view key, double value,
                                                       Text expected);

/// "There is no RoPE scaling {type}", with those that there are.
[[nodiscard]] tl::unexpected<Error> unknownScaling(std::string_view type);

}  // namespace poscope
