// A sentence as data: a key into the text tables and its named arguments. Core never joins words
// itself.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/language.h"

namespace poscope {

/// What a run of text is about; the canvas gives each role its colour. `a` and `b` are the sides of
/// a comparison, and where there is none, what the code at hand does and what mends it.
enum class TextRole { plain, a, b, reference, number, good, bad };

struct TextRun {
  std::string text;
  TextRole role = TextRole::plain;
  friend bool operator==(const TextRun&, const TextRun&) = default;
};

struct TextArgument;

/// A key of resources/text with its arguments. An empty key with `literal` set is text in no
/// language (ids, numbers, file names).
struct Text {
  std::string key;
  std::vector<TextArgument> arguments;
  std::string literal;

  Text() = default;
  Text(std::string_view textKey);  // NOLINT(google-explicit-constructor): a key is a sentence.
  Text(const char* textKey);       // NOLINT(google-explicit-constructor)
  Text(std::string_view textKey, std::initializer_list<TextArgument> textArguments);
  Text(std::string_view textKey, std::vector<TextArgument> textArguments);

  [[nodiscard]] static Text verbatim(std::string_view text);
  [[nodiscard]] bool empty() const { return key.empty() && literal.empty(); }
  friend bool operator==(const Text&, const Text&);
};

/// Integers are written with thousands separators, doubles with up to `kTextDigits` digits, strings
/// as they are.
using TextValue = std::variant<std::int64_t, double, std::string, Text>;

struct TextArgument {
  std::string name;
  TextValue value;

  TextArgument(std::string_view argumentName, std::int64_t number);
  TextArgument(std::string_view argumentName, int number);
  TextArgument(std::string_view argumentName, double number);
  TextArgument(std::string_view argumentName, std::string_view text);
  TextArgument(std::string_view argumentName, const char* text);
  TextArgument(std::string_view argumentName, const std::string& text);
  TextArgument(std::string_view argumentName, Text text);
  friend bool operator==(const TextArgument&, const TextArgument&);
};

/// The sentence in `language`, cut into runs. Placeholders of a table's sentence:
///   {name}           the argument
///   {name:role}      the argument in a role (a, b, reference, number, good, bad)
///   {name?one:many}  `one` when the integer argument is 1, else `many`
///   {{ and }}        braces
/// A missing key shows as "[key]" and a missing argument as "{name}": visible, and refused by the
/// tests.
[[nodiscard]] std::vector<TextRun> render(const Text& text, Language language);

/// `render` for a sentence that is at hand instead of in a table, in the same syntax.
[[nodiscard]] std::vector<TextRun> renderSentence(std::string_view sentence,
                                                  const std::vector<TextArgument>& arguments,
                                                  Language language);

/// `render` without the roles.
[[nodiscard]] std::string renderPlain(const Text& text, Language language);

/// Whether the table of `language` holds `key`. For `render` and tests: what is true stands in the
/// program's own tables, and an edit of a text changes words only.
[[nodiscard]] bool hasText(std::string_view key, Language language);

/// All keys of a language's table, sorted. For the tests that hold the two languages against each
/// other.
[[nodiscard]] std::vector<std::string> textKeys(Language language);

/// The sentence of a key as it stands in the table, placeholders included; empty when there is
/// none.
[[nodiscard]] std::string_view textTemplate(std::string_view key, Language language);

}  // namespace poscope
