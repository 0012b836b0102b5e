// Scalings as links and the command line write them: type~key~value~key~value, lists with "_".
#include <algorithm>
#include <charconv>

#include "core/base/numbers.h"
#include "core/base/suggestion.h"
#include "core/encoding/scaling/scaling_input.h"

namespace poscope {
namespace {

constexpr char kPart = '~';
constexpr char kEntry = '_';

// The shortest decimal without the "+" of an exponent, which links would have to escape.
std::string written(double value) {
  std::string text = exactDecimal(value);
  std::erase(text, '+');
  return text;
}

bool isPlain(char letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
         (letter >= 'A' && letter <= 'Z') || letter == '_' || letter == '-' || letter == '.';
}

// Hostile text as a message shows it.
std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 64;
  std::string safe(text.substr(0, kMost));
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.size() > kMost ? safe + "..." : safe;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Result<double> readNumber(std::string_view key, std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool finite = value - value == 0;
  if (failure != std::errc() || end != text.data() + text.size() || !finite) {
    return usageError(Text("scaling.error.text_number", {{"key", key}, {"value", shown(text)}}));
  }
  return value;
}

Result<void> readEntry(const ScalingRow& row, std::string_view key, std::string_view value,
                       RopeScaling& scaling) {
  if (!row.reads(key)) {
    const Names known = namesOf(row.used(), &ScalingKey::name);
    return usageError(
        known.all.empty()
            ? Text("scaling.error.no_keys", {{"type", row.id}, {"key", shown(key)}})
            : unknownName("scaling.error.key", shown(key), known, {{"type", row.id}}));
  }
  if (scaling.number(key) || scaling.list(key) != nullptr) {
    return usageError(Text("scaling.error.twice", {{"type", row.id}, {"key", key}}));
  }
  std::vector<double> numbers;
  for (const std::string_view part : split(value, kEntry)) {
    POSCOPE_TRY(const auto number, readNumber(key, part));
    numbers.push_back(number);
  }
  if (isListKind(findScalingKey(key)->kind)) {
    scaling.lists.emplace_back(key, std::move(numbers));
  } else if (numbers.size() == 1) {
    scaling.numbers.emplace_back(key, numbers.front());
  } else {
    return usageError(Text("scaling.error.text_number", {{"key", key}, {"value", shown(value)}}));
  }
  return {};
}

}  // namespace

tl::unexpected<Error> unknownScaling(std::string_view type) {
  return usageError(
      unknownName("scaling.error.type", shown(type), namesOf(ropeScalings(), &ScalingRow::id)));
}

std::string writeRopeScaling(const RopeScaling& scaling) {
  const ScalingRow* const row = findRopeScaling(scaling.type);
  if (row == nullptr) {
    std::string type = scaling.type.substr(0, kLongestScaling);
    std::replace_if(
        type.begin(), type.end(), [](char c) { return !isPlain(c); }, '-');
    return type;
  }
  std::string text(row->id);
  for (const auto& [key, number] : scaling.numbers) {
    if (row->reads(key)) {
      text.append({kPart}).append(key).append({kPart}).append(written(number));
    }
  }
  for (const auto& [key, list] : scaling.lists) {
    if (row->reads(key)) {
      text.append({kPart}).append(key).append({kPart});
      for (std::size_t i = 0; i < list.size(); ++i) {
        text += i == 0 ? "" : std::string(1, kEntry);
        text += written(list[i]);
      }
    }
  }
  return text;
}

Result<RopeScaling> parseRopeScaling(std::string_view text) {
  if (text.size() > kLongestScaling) {
    return usageError(
        Text("scaling.error.long", {{"bytes", static_cast<std::int64_t>(text.size())},
                                    {"most", static_cast<std::int64_t>(kLongestScaling)}}));
  }
  RopeScaling scaling;
  if (text.empty()) {
    return scaling;
  }
  const std::vector<std::string_view> parts = split(text, kPart);
  const ScalingRow* const row = findRopeScaling(parts.front());
  if (row == nullptr) {
    return unknownScaling(parts.front());
  }
  scaling.type = std::string(row->id);
  for (std::size_t i = 1; i < parts.size(); i += 2) {
    if (i + 1 == parts.size()) {
      return usageError(Text("scaling.error.pair", {{"key", shown(parts[i])}}));
    }
    POSCOPE_CHECK(readEntry(*row, parts[i], parts[i + 1], scaling));
  }
  return scaling;
}

}  // namespace poscope
