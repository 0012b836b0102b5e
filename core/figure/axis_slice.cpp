// "A:B:STEP", as --rows and --columns take it.
#include <array>
#include <cmath>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/figure/data_export.h"

namespace poscope {
namespace {

constexpr std::size_t kMostParts = 3;
constexpr double kLargest = 9007199254740992.0;  // 2^53: beyond, integers have gaps.

// A whole number of 0 or more; none for no text.
Result<std::optional<std::int64_t>> wholeNumber(std::string_view text) {
  if (trimmed(text).empty()) {
    return std::optional<std::int64_t>();
  }
  POSCOPE_TRY(const double number, parseNumber(text));
  if (!(number >= 0 && number <= kLargest) || number != std::floor(number)) {
    return usageError({"error.number", {{"value", text}}});
  }
  return std::optional(static_cast<std::int64_t>(number));
}

Result<std::vector<std::optional<std::int64_t>>> partsOf(std::string_view text) {
  std::vector<std::optional<std::int64_t>> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    POSCOPE_TRY(auto part, wholeNumber(text.substr(begin, end - begin)));
    parts.push_back(part);
    begin = end + 1;
  }
  return parts;
}

}  // namespace

Result<AxisSlice> parseAxisSlice(std::string_view option, std::string_view text) {
  const auto refused = [&] {
    return usageError(
        {"command.error.option",
         {{"option", option}, {"value", text}, {"expected", Text("export.slice.expected")}}});
  };
  const auto parts = partsOf(text);
  if (!parts || parts->size() > kMostParts || (parts->size() == 1 && !parts->front())) {
    return refused();
  }
  AxisSlice slice;
  slice.first = parts->front();
  slice.end = parts->size() > 1 ? (*parts)[1] : std::optional(*slice.first + 1);
  slice.step = parts->size() > 2 ? (*parts)[2].value_or(1) : 1;
  const bool empty = slice.end && slice.first.value_or(0) >= *slice.end;
  return slice.step < 1 || empty ? Result<AxisSlice>(refused()) : slice;
}

}  // namespace poscope
