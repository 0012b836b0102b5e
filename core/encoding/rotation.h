// RoPE's rotation of a query or a key, pair by pair (RoFormer section 3.4.2), and which components
// make a pair.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/numeric/format.h"

namespace poscope {

/// The two ways in which implementations pair the components of a head.
enum class PairLayout {
  interleaved,  ///< 2i with 2i + 1: RoFormer, GPT-J, Meta's Llama.
  half,         ///< i with i + d/2: GPT-NeoX, transformers.
};

struct PairLayoutRow {
  std::string_view name;  ///< As the stage `layout` of recipes has it.
  PairLayout layout;
};
inline constexpr PairLayoutRow kPairLayouts[] = {{"interleaved", PairLayout::interleaved},
                                                 {"half", PairLayout::half}};

struct PairPlaces {
  std::int64_t first;
  std::int64_t second;
};

/// Where the components of a pair stand among `dim` (even), 0 <= pair < dim / 2.
POSCOPE_HD PairPlaces pairPlaces(PairLayout layout, std::int64_t dim, std::int64_t pair) {
  const bool half = layout == PairLayout::half;
  const std::int64_t first = half ? pair : 2 * pair;
  return {first, first + (half ? dim / 2 : 1)};
}

struct PairNumbers {
  double first;
  double second;
};

/// A product inside of a rotation: rounded to `format`, or fp32's where the end is rounded alone.
template <bool kEach>
POSCOPE_HD double rotationProduct(const Rounding& format, double a, double b) {
  const double wide = static_cast<double>(static_cast<float>(
      static_cast<double>(static_cast<float>(a)) * static_cast<double>(static_cast<float>(b))));
  return kEach ? stageProduct(format, a, b) : selectExact(format, a * b, wide);
}

/// (x1 cos - x2 sin, x2 cos + x1 sin). `kEach`: each operation is rounded to `format`; else it is
/// fp32's, and the end is rounded once. fp64 formats, which round nothing, are never `kEach`.
template <bool kEach>
POSCOPE_HD PairNumbers turnedPair(const Rounding& format, PairNumbers x, double cosine,
                                  double sine) {
  return {stageSum(format, rotationProduct<kEach>(format, x.first, cosine),
                   -rotationProduct<kEach>(format, x.second, sine)),
          stageSum(format, rotationProduct<kEach>(format, x.second, cosine),
                   rotationProduct<kEach>(format, x.first, sine))};
}

}  // namespace poscope
