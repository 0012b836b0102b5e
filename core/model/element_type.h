// The number types of array files: their spellings in .npy and .safetensors and how a code becomes
// a double. Those that are number formats come from the table of formats.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace poscope {

/// One value, exactly: 64-bit integers beyond 2^53 are no doubles.
using ElementValue = std::variant<double, std::int64_t, std::uint64_t>;

/// What the 64-bit integers have beside doubles.
struct WideInteger {
  std::uint64_t orderMask;  ///< Codes with these bits turned are ordered as their numbers.
  ElementValue (*value)(std::uint64_t code);
};

struct ElementType {
  std::string_view name;         ///< "fp32", "bf16", "int8" ...
  std::string_view safetensors;  ///< "F32"; empty when the format has no such type.
  std::string_view npy;  ///< "f4", without the byte order; empty when numpy has no such type.
  int bits;
  /// The value of a code of `bits` bits. Null: decode by the number format `name`, or, where there
  /// is none, not readable as real numbers.
  double (*decode)(std::uint64_t code);
  const WideInteger* wide = nullptr;  ///< Null: a double holds every value.
};

[[nodiscard]] const ElementType* findElementType(std::string_view name);
[[nodiscard]] const ElementType* findSafetensorsType(std::string_view spelling);
[[nodiscard]] const ElementType* findNpyType(std::string_view spelling);

/// Whether values of this type can be read as real numbers.
[[nodiscard]] bool isReadable(const ElementType& type);

/// Names of the readable types of this many bits, with commas between: "fp16, bf16, int16".
[[nodiscard]] std::string readableTypes(int bits);

/// The code of one element.
[[nodiscard]] std::uint64_t elementCode(std::span<const char> bytes, bool bigEndian);

/// The value of a code of a readable type.
[[nodiscard]] ElementValue elementValue(const ElementType& type, std::uint64_t code);

/// Appends the values of `bytes`, which holds whole elements, to `values`.
void decodeElements(const ElementType& type, std::span<const char> bytes, bool bigEndian,
                    std::vector<double>& values);

}  // namespace poscope
