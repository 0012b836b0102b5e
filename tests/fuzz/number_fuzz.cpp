// Numbers as number boxes and `poscope round` take them.
#include <cmath>

#include "core/base/numbers.h"
#include "core/command/number_input.h"
#include "core/state/params.h"
#include "tests/fuzz/fuzz_support.h"

using namespace poscope;
using namespace poscope::fuzzing;

namespace {

void requireParsed(std::string_view text) {
  const auto number = parseNumber(text);
  if (!number) {
    require(number.error().kind == ErrorKind::usage, "a bad number is a usage error");
    requireMessage(number.error().text);
    return;
  }
  require(std::isfinite(*number), "a parsed number is finite");
  const auto again = parseNumber(exactDecimal(*number));
  require(again && *again == *number, "a written number reads back equal");
}

// Inside the format's range the decimal lies between its roundings down and up.
void requireStored(const NumberFormat& format, const NumberInput& input) {
  const double low = storedNumber(format, input, {Direction::downward});
  const double high = storedNumber(format, input, {Direction::upward});
  const double nearest = storedNumber(format, input, {});
  (void)neighboursOf(format, input, 1);
  const double size = input.exact->nearest();
  if (size > lowestNumber(format) && size < largestNumber(format)) {
    require(low <= high, "rounding down is not above rounding up");
    require(nearest == low || nearest == high, "the nearest number is one of both");
    require(storageError(input, low) <= 0, "rounding down is not above the input");
    require(storageError(input, high) >= 0, "rounding up is not below the input");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = textOf(data, size);
  requireParsed(text);
  const auto input = readNumberInput(text);
  if (!input) {
    requireMessage(input.error().text);
    return 0;
  }
  if (input->exact) {
    require(input->exact->minus(*input->exact).isZero(), "a decimal less itself is 0");
    for (const NumberFormat& format : numberFormats()) {
      requireStored(format, *input);
    }
  }
  return 0;
}
