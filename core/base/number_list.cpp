#include "core/base/number_list.h"

#include <charconv>

namespace poscope {

std::optional<std::vector<std::int64_t>> parseNumberList(std::string_view text, std::int64_t most) {
  std::vector<std::int64_t> numbers;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (at != end) {
    if (*at == ',' || *at == ' ') {
      ++at;
      continue;
    }
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number < 0 || number >= most) {
      return std::nullopt;
    }
    numbers.push_back(number);
    at = rest;
  }
  return numbers;
}

std::string writeNumberList(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (const std::int64_t number : numbers) {
    text += (text.empty() ? "" : ",") + std::to_string(number);
  }
  return text;
}

}  // namespace poscope
