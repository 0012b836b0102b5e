// Small things of text: lists of words in one line, blanks at the ends.
#pragma once

#include <functional>
#include <ranges>
#include <string>
#include <string_view>

namespace poscope {

/// "a, b, c": every element of `words`, or what `nameOf` gives for it, with `separator` between.
template <std::ranges::input_range Words, typename NameOf = std::identity>
[[nodiscard]] std::string joinWords(const Words& words, NameOf nameOf = {},
                                    std::string_view separator = ", ") {
  std::string joined;
  bool first = true;
  for (const auto& word : words) {
    if (!first) {
      joined += separator;
    }
    first = false;
    joined += std::invoke(nameOf, word);
  }
  return joined;
}

/// `text` without blanks, tabs and line ends at its ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace poscope
