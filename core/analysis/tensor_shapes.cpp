#include "core/analysis/tensor_shapes.h"

#include <algorithm>

namespace poscope {

std::optional<TensorShape> broadcastShape(const TensorShape& one, const TensorShape& other) {
  const std::size_t axes = std::max(one.size(), other.size());
  const auto lengthOf = [axes](const TensorShape& shape, std::size_t axis) {
    const std::size_t missing = axes - shape.size();
    return axis < missing ? std::int64_t{1} : shape[axis - missing];
  };
  TensorShape joined;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const std::int64_t left = lengthOf(one, axis);
    const std::int64_t right = lengthOf(other, axis);
    if (left != right && left != 1 && right != 1) {
      return std::nullopt;
    }
    joined.push_back(left == 1 ? right : left);
  }
  return joined;
}

std::string axesText(const TensorShape& shape) {
  std::string text = "[";
  for (const std::int64_t length : shape) {
    text += (text.size() > 1 ? ", " : "") + std::to_string(length);
  }
  return text + "]";
}

}  // namespace poscope
