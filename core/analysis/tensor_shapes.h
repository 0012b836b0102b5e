// Shapes of arrays as NumPy and PyTorch join them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poscope {

using TensorShape = std::vector<std::int64_t>;

/// The shape of `one` (op) `other`: axes are laid against each other from the last one on, and of
/// two lengths one is 1 or both are equal (NumPy, "Broadcasting"). Nothing where they do not fit.
[[nodiscard]] std::optional<TensorShape> broadcastShape(const TensorShape& one,
                                                        const TensorShape& other);

/// "[2, 8, 4, 64]".
[[nodiscard]] std::string axesText(const TensorShape& shape);

}  // namespace poscope
