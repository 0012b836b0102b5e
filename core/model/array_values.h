// What the values of an array are like, and single ones: read piece by piece, so that a file may be
// larger than the memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/slice.h"
#include "core/model/array_file.h"
#include "core/model/element_type.h"

namespace poscope {

struct ArrayControl {
  /// Called with the bytes read since the last call; may be empty.
  std::function<void(std::uint64_t bytes)> progress;
  std::stop_token stop;
};

struct ArraySummary {
  std::int64_t values = 0;
  std::int64_t nan = 0;
  std::int64_t infinite = 0;       ///< +infinity
  std::int64_t minusInfinite = 0;  ///< -infinity
  /// Of the finite values; nothing where there is none.
  std::optional<ElementValue> least;
  std::optional<ElementValue> greatest;
};

/// Whether `summariseArray` and `readSlice` can read this type.
[[nodiscard]] bool hasNumbers(const ArrayInfo& info);

/// Reads all values. Errors: those of readArray but for the number of values; cancelled.
[[nodiscard]] Result<ArraySummary> summariseArray(const NamedFile& file, const ArrayInfo& info,
                                                  const ArrayControl& control = {});

/// Most values that readSlice returns.
inline constexpr std::int64_t kLargestSliceValues = std::int64_t{1} << 20;

/// The values at the product of the ranges, one for each axis of the shape and on it, in row-major
/// order. Errors: as summariseArray; usage for more than kLargestSliceValues.
[[nodiscard]] Result<std::vector<ElementValue>> readSlice(const NamedFile& file,
                                                          const ArrayInfo& info,
                                                          std::span<const IndexRange> ranges,
                                                          const std::stop_token& stop = {});

}  // namespace poscope
