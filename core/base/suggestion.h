// A word that names nothing: what was expected, and what was probably meant.
#pragma once

#include <functional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"

namespace poscope {

/// The names among which a word should be.
struct Names {
  std::vector<std::string> all;  ///< In the order in which they are listed.
  std::string listing;           ///< The command that lists them, "poscope recipes"; may be empty.
};

/// The names of `items`: each element, or what `nameOf` gives for it.
template <std::ranges::input_range Items, typename NameOf = std::identity>
[[nodiscard]] Names namesOf(const Items& items, NameOf nameOf = {}, std::string_view listing = {}) {
  Names names{{}, std::string(listing)};
  for (const auto& item : items) {
    names.all.emplace_back(std::invoke(nameOf, item));
  }
  return names;
}

/// How many names a message suggests, and how many it lists, at most.
inline constexpr std::size_t kMostSuggested = 3;
inline constexpr std::size_t kMostListed = 12;

/// What `word` probably means, the nearest first: a few letters away, or one that starts with the
/// word, holds it or is held by it. Capital letters do not matter. At most kMostSuggested.
[[nodiscard]] std::vector<std::string> nearNames(std::string_view word,
                                                 const std::vector<std::string>& names);

/// "one of: a, b, c"; more than kMostListed: "one that "poscope recipes" lists".
[[nodiscard]] Text expectedName(const Names& names);

/// `message`, and "Did you mean a, b or c?" behind it where names are near to `word`.
[[nodiscard]] Text withSuggestion(Text message, std::string_view word,
                                  const std::vector<std::string>& names);

/// The same with what was probably meant at hand: at most kMostSuggested.
[[nodiscard]] Text withSuggestion(Text message, const std::vector<std::string>& meant);

/// The sentence `key` with {value}, {expected} (as expectedName) and `more`, and a suggestion.
[[nodiscard]] Text unknownName(std::string_view key, std::string_view value, const Names& names,
                               std::vector<TextArgument> more = {});

}  // namespace poscope
