// Python's slices: "0:4", ":8", "-1", "::-2", and what they choose of an axis.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace poscope {

/// As written; what is left out is the whole axis. Negative numbers count from the end.
struct Slice {
  std::optional<std::int64_t> start;
  std::optional<std::int64_t> stop;
  std::optional<std::int64_t> step;
  bool single = false;  ///< "3" or "-1": the one index `start`.
  friend bool operator==(const Slice&, const Slice&) = default;
};

/// Nothing when the text is no slice. Blanks around numbers are allowed.
[[nodiscard]] std::optional<Slice> parseSlice(std::string_view text);

/// Indices first, first + step, ... : `count` of them, all on the axis.
struct IndexRange {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;

  [[nodiscard]] std::int64_t at(std::int64_t k) const { return first + k * step; }
  friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

/// What the slice chooses of an axis of `length` indices, as in Python: ends beyond the axis are
/// its ends. Nothing for a single index beyond the axis and for a step of 0.
[[nodiscard]] std::optional<IndexRange> rangeOf(const Slice& slice, std::int64_t length);

}  // namespace poscope
