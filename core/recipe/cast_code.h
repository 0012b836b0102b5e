// Casts as PyTorch code; use recipe_code.h.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/numeric/format.h"

namespace poscope {

/// `expression`, which stands alone or is a call, in a format: "x.bfloat16()", "rounded(x,
/// \"tf32\")".
[[nodiscard]] std::string castCode(std::string_view expression, const NumberFormat& format);

/// `expression` without the brackets around all of it, which only a cast needs.
[[nodiscard]] std::string bareCode(std::string expression);

/// A tensor with a name and the format that it is in.
struct TensorCode {
  std::string name;
  const NumberFormat& format;
};

/// An operation of tensors whose result is in `to`: `write` gets the operands as they are to be
/// written and gives an expression that can be cast.
[[nodiscard]] std::string operationCode(
    const TensorCode& one, const NumberFormat& to,
    const std::function<std::string(const std::string&)>& write);
[[nodiscard]] std::string operationCode(
    const TensorCode& one, const TensorCode& other, const NumberFormat& to,
    const std::function<std::string(const std::string&, const std::string&)>& write);

/// Whether torch computes in the format itself.
[[nodiscard]] bool isComputedIn(const NumberFormat& format);

}  // namespace poscope
