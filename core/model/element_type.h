// The number types of array files: their spellings in .npy and .safetensors and how a code becomes
// a double. Those that are number formats come from the table of formats.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace poscope {

struct ElementType {
  std::string_view name;         ///< "fp32", "bf16", "int8" ...
  std::string_view safetensors;  ///< "F32"; empty when the format has no such type.
  std::string_view npy;  ///< "f4", without the byte order; empty when numpy has no such type.
  int bits;
  /// The value of a code of `bits` bits. Null: decode by the number format `name`, or, where there
  /// is none, not readable as real numbers.
  double (*decode)(std::uint64_t code);
};

[[nodiscard]] const ElementType* findElementType(std::string_view name);
[[nodiscard]] const ElementType* findSafetensorsType(std::string_view spelling);
[[nodiscard]] const ElementType* findNpyType(std::string_view spelling);

/// Whether values of this type can be read as real numbers.
[[nodiscard]] bool isReadable(const ElementType& type);

/// Appends the values of `bytes`, which holds whole elements, to `values`.
void decodeElements(const ElementType& type, std::span<const char> bytes, bool bigEndian,
                    std::vector<double>& values);

}  // namespace poscope
