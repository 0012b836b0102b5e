// `poscope inspect --slice`: which values are meant, and how they are printed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/slice.h"
#include "core/command/command_json.h"
#include "core/model/array_file.h"
#include "core/model/element_type.h"

namespace poscope {

/// One axis of the array.
struct SlicedAxis {
  IndexRange range;
  bool single = false;  ///< A single index: no axis of the result.
};

/// "0:4,...,-1" on an array of `shape`; axes that are not named are taken whole. Usage errors name
/// the axis, its length and what was written.
[[nodiscard]] Result<std::vector<SlicedAxis>> parseArraySlice(
    std::string_view text, const std::vector<std::int64_t>& shape);

/// Values in row-major order.
struct ArraySlice {
  std::string name;     ///< Of the tensor, or the file.
  std::string written;  ///< The slice as it was asked for.
  std::string dtype;
  std::vector<SlicedAxis> axes;
  std::vector<ElementValue> values;

  /// Of the result: without the axes of single indices.
  [[nodiscard]] std::vector<std::int64_t> shape() const;
};

/// Tables of the last two axes with their indices, under the indices of those before.
[[nodiscard]] std::string sliceText(const ArraySlice& slice, Language language);
/// Axes with their indices, values as nested lists.
[[nodiscard]] Json sliceJson(const ArraySlice& slice);

/// Digits that read back equal; "nan", "inf", "-inf".
[[nodiscard]] std::string valueText(const ElementValue& value);
/// A number; NaN and the infinities as those texts.
[[nodiscard]] Json valueJson(const ElementValue& value);

/// "4 x 8"; "1" for a single value.
[[nodiscard]] std::string shapeText(const std::vector<std::int64_t>& shape);

}  // namespace poscope
