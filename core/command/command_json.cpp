#include "core/command/command_json.h"

#include <cmath>

#include "core/base/numbers.h"
#include "core/base/text.h"

namespace poscope {

Json jsonNumber(double number) {
  constexpr double kWhole = 0x1p53;
  if (std::isnan(number)) {
    return nullptr;
  }
  if (std::isinf(number)) {
    return exactDecimal(number);
  }
  const bool negativeZero = number == 0 && std::signbit(number);
  if (number == std::floor(number) && std::abs(number) <= kWhole && !negativeZero) {
    return static_cast<std::int64_t>(number);
  }
  return number;
}

std::string jsonText(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace poscope
