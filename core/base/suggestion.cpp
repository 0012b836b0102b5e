#include "core/base/suggestion.h"

#include <algorithm>
#include <optional>

#include "core/base/edit_distance.h"
#include "core/base/words.h"

namespace poscope {
namespace {

constexpr std::size_t kLongestWord = 200;  // Longer ones are no mistyped names.
constexpr std::size_t kFewestLetters = 4;  // Of a part that tells something of the whole.
constexpr std::size_t kHeld = 4;           // Farther than any number of mistyped letters.

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

std::size_t mostMistyped(std::size_t letters) {
  constexpr std::size_t kOneIn = 3;
  return std::clamp<std::size_t>(letters / kOneIn, 1, kHeld - 1);
}

// How far a name is from what was written; none when it is another word. Both in small letters.
std::optional<std::size_t> farness(std::string_view word, std::string_view name) {
  constexpr std::size_t kShortestStart = 2;
  const std::size_t letters = std::max(word.size(), name.size());
  const std::size_t distance = editDistance(word, name);
  if (distance <= mostMistyped(letters) && distance < letters) {
    return distance;
  }
  if (word.size() >= kShortestStart && name.starts_with(word)) {
    return 1;
  }
  const bool held =
      name.find(word) != std::string_view::npos || word.find(name) != std::string_view::npos;
  return held && std::min(word.size(), name.size()) >= kFewestLetters ? std::optional(kHeld)
                                                                      : std::nullopt;
}

Text alternatives(const std::vector<std::string>& names) {
  static constexpr const char* kKeys[kMostSuggested] = {"suggestion.one", "suggestion.two",
                                                        "suggestion.three"};
  static constexpr const char* kPlaces[kMostSuggested] = {"first", "second", "third"};
  std::vector<TextArgument> arguments;
  for (std::size_t i = 0; i < names.size(); ++i) {
    arguments.emplace_back(kPlaces[i], names[i]);
  }
  return {kKeys[names.size() - 1], std::move(arguments)};
}

}  // namespace

std::vector<std::string> nearNames(std::string_view word, const std::vector<std::string>& names) {
  if (word.empty() || word.size() > kLongestWord) {
    return {};
  }
  struct Found {
    std::size_t far;
    std::string name;
  };
  std::vector<Found> found;
  for (const std::string& name : names) {
    if (const auto far = farness(lowerCase(word), lowerCase(name))) {
      found.push_back({*far, name});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.far < b.far; });
  std::vector<std::string> near;
  for (const Found& each : found) {
    // What is much farther than the nearest is not what was meant.
    const bool known = std::find(near.begin(), near.end(), each.name) != near.end();
    if (near.size() < kMostSuggested && each.far <= found.front().far + 1 && !known) {
      near.push_back(each.name);
    }
  }
  return near;
}

Text expectedName(const Names& names) {
  return names.listing.empty() || names.all.size() <= kMostListed
             ? Text("expected.choice", {{"choices", joinWords(names.all)}})
             : Text("expected.listed", {{"listing", names.listing}});
}

Text withSuggestion(Text message, std::string_view word, const std::vector<std::string>& names) {
  return withSuggestion(std::move(message), nearNames(word, names));
}

Text withSuggestion(Text message, const std::vector<std::string>& meant) {
  return meant.empty() ? std::move(message)
                       : Text("suggestion",
                              {{"message", std::move(message)}, {"names", alternatives(meant)}});
}

Text unknownName(std::string_view key, std::string_view value, const Names& names,
                 std::vector<TextArgument> more) {
  more.emplace_back("value", value);
  more.emplace_back("expected", expectedName(names));
  return withSuggestion(Text(key, std::move(more)), value, names.all);
}

}  // namespace poscope
