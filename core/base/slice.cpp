#include "core/base/slice.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/base/words.h"

namespace poscope {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

// False when the text is neither empty nor a whole number.
bool readEnd(std::string_view text, std::optional<std::int64_t>& end) {
  text = trimmed(text);
  if (text.empty()) {
    return true;
  }
  if (text.front() == '+' && !text.starts_with("+-")) {
    text.remove_prefix(1);
  }
  std::int64_t number = 0;
  const auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || rest != text.data() + text.size()) {
    return false;
  }
  end = std::max(number, -kLargest);  // Its negative is a number, too.
  return true;
}

// An end as an index: from the axis's end where negative, and no farther than `low` and `high`.
std::int64_t placed(std::int64_t end, std::int64_t length, std::int64_t low, std::int64_t high) {
  return std::clamp(end < 0 ? end + length : end, low, high);
}

}  // namespace

std::optional<Slice> parseSlice(std::string_view text) {
  Slice slice;
  const auto first = text.find(':');
  if (!readEnd(text.substr(0, first), slice.start)) {
    return std::nullopt;
  }
  if (first == std::string_view::npos) {
    slice.single = true;
    return slice.start ? std::optional(slice) : std::nullopt;
  }
  text.remove_prefix(first + 1);
  const auto second = text.find(':');
  const bool read =
      readEnd(text.substr(0, second), slice.stop) &&
      (second == std::string_view::npos || readEnd(text.substr(second + 1), slice.step));
  return read ? std::optional(slice) : std::nullopt;
}

std::optional<IndexRange> rangeOf(const Slice& slice, std::int64_t length) {
  if (slice.single) {
    const std::int64_t index = *slice.start < 0 ? *slice.start + length : *slice.start;
    return index >= 0 && index < length ? std::optional(IndexRange{index, 1, 1}) : std::nullopt;
  }
  const std::int64_t step = slice.step.value_or(1);
  if (step == 0) {
    return std::nullopt;
  }
  const bool forwards = step > 0;
  // Backwards, the place before index 0 is an end as well.
  const std::int64_t low = forwards ? 0 : -1;
  const std::int64_t high = forwards ? length : length - 1;
  const std::int64_t first =
      slice.start ? placed(*slice.start, length, low, high) : (forwards ? low : high);
  const std::int64_t stop =
      slice.stop ? placed(*slice.stop, length, low, high) : (forwards ? high : low);
  const std::int64_t span = forwards ? stop - first : first - stop;
  const std::int64_t stride = forwards ? step : -step;
  return IndexRange{first, step, span <= 0 ? 0 : (span - 1) / stride + 1};
}

}  // namespace poscope
