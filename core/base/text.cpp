#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "core/base/embedded.h"
#include "core/base/numbers.h"
#include "core/base/words.h"

namespace poscope {
namespace {

using Table = std::map<std::string, std::string, std::less<>>;

// One line is `key = sentence`; a line that starts with '#' is a comment; "\n" in a sentence breaks
// the line.
void readTable(std::string_view text, Table& table) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto equals = line.find(" = ");
    if (line.empty() || line.front() == '#' || equals == std::string_view::npos) {
      continue;
    }
    std::string sentence(trimmed(line.substr(equals + 3)));
    for (auto at = sentence.find("\\n"); at != std::string::npos; at = sentence.find("\\n", at)) {
      sentence.replace(at, 2, "\n");
    }
    table.insert_or_assign(std::string(trimmed(line.substr(0, equals))), std::move(sentence));
  }
}

const Table& tableOf(Language language) {
  const auto load = [](Language wanted) {
    Table table;
    const std::string folder = std::string(languageName(wanted)) + "/";
    for (const EmbeddedFile& file : embeddedTexts()) {
      if (file.name.starts_with(folder)) {
        readTable(file.text, table);
      }
    }
    return table;
  };
  static const std::vector<Table> tables = [&] {
    std::vector<Table> all;
    for (const Language each : allLanguages()) {
      all.push_back(load(each));
    }
    return all;
  }();
  return tables[static_cast<std::size_t>(language)];
}

TextRole roleNamed(std::string_view name) {
  struct Row {
    std::string_view name;
    TextRole role;
  };
  static constexpr Row kRows[] = {
      {"a", TextRole::a},           {"b", TextRole::b},       {"reference", TextRole::reference},
      {"number", TextRole::number}, {"good", TextRole::good}, {"bad", TextRole::bad}};
  for (const Row& row : kRows) {
    if (row.name == name) {
      return row.role;
    }
  }
  return TextRole::plain;
}

std::string plainValue(const TextValue& value, Language language) {
  struct Visitor {
    Language language;
    std::string operator()(std::int64_t number) const {
      return groupedInteger(number, languageRow(language).thousands);
    }
    std::string operator()(double number) const { return shortDecimal(number); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const Text& text) const { return renderPlain(text, language); }
  };
  return std::visit(Visitor{language}, value);
}

const TextArgument* find(const std::vector<TextArgument>& arguments, std::string_view name) {
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const TextArgument& each) { return each.name == name; });
  return found == arguments.end() ? nullptr : &*found;
}

void append(std::vector<TextRun>& runs, std::string_view text, TextRole role) {
  if (text.empty()) {
    return;
  }
  if (!runs.empty() && runs.back().role == role) {
    runs.back().text += text;
  } else {
    runs.push_back({std::string(text), role});
  }
}

// `body` is what stands between the braces: name, name:role or name?one:many.
void appendPlaceholder(std::vector<TextRun>& runs, std::string_view body,
                       const std::vector<TextArgument>& arguments, Language language) {
  const auto question = body.find('?');
  const auto colon = body.find(':', question == std::string_view::npos ? 0 : question);
  const std::string_view name = body.substr(0, std::min({question, colon, body.size()}));
  const TextArgument* argument = find(arguments, name);
  if (argument == nullptr) {
    append(runs, "{" + std::string(name) + "}", TextRole::plain);
    return;
  }
  if (question != std::string_view::npos && colon != std::string_view::npos) {
    const auto* number = std::get_if<std::int64_t>(&argument->value);
    const bool one = number != nullptr && *number == 1;
    append(runs, one ? body.substr(question + 1, colon - question - 1) : body.substr(colon + 1),
           TextRole::plain);
    return;
  }
  const TextRole role =
      colon == std::string_view::npos ? TextRole::plain : roleNamed(body.substr(colon + 1));
  const auto* nested = std::get_if<Text>(&argument->value);
  if (nested != nullptr && role == TextRole::plain) {
    for (const TextRun& run : render(*nested, language)) {
      append(runs, run.text, run.role);
    }
    return;
  }
  append(runs, plainValue(argument->value, language), role);
}

}  // namespace

Text::Text(std::string_view textKey) : key(textKey) {}
Text::Text(const char* textKey) : key(textKey) {}
Text::Text(std::string_view textKey, std::initializer_list<TextArgument> textArguments)
    : key(textKey), arguments(textArguments) {}
Text::Text(std::string_view textKey, std::vector<TextArgument> textArguments)
    : key(textKey), arguments(std::move(textArguments)) {}

Text Text::verbatim(std::string_view text) {
  Text result;
  result.literal = text;
  return result;
}

bool operator==(const Text& left, const Text& right) {
  return left.key == right.key && left.literal == right.literal &&
         left.arguments == right.arguments;
}

bool operator==(const TextArgument& left, const TextArgument& right) {
  return left.name == right.name && left.value == right.value;
}

TextArgument::TextArgument(std::string_view argumentName, std::int64_t number)
    : name(argumentName), value(number) {}
TextArgument::TextArgument(std::string_view argumentName, int number)
    : name(argumentName), value(std::int64_t{number}) {}
TextArgument::TextArgument(std::string_view argumentName, double number)
    : name(argumentName), value(number) {}
TextArgument::TextArgument(std::string_view argumentName, std::string_view text)
    : name(argumentName), value(std::string(text)) {}
TextArgument::TextArgument(std::string_view argumentName, const char* text)
    : name(argumentName), value(std::string(text)) {}
TextArgument::TextArgument(std::string_view argumentName, const std::string& text)
    : name(argumentName), value(text) {}
TextArgument::TextArgument(std::string_view argumentName, Text text)
    : name(argumentName), value(std::move(text)) {}

std::vector<TextRun> render(const Text& text, Language language) {
  std::vector<TextRun> runs;
  if (text.key.empty()) {
    append(runs, text.literal, TextRole::plain);
    return runs;
  }
  if (!hasText(text.key, language)) {
    append(runs, "[" + text.key + "]", TextRole::plain);
    return runs;
  }
  return renderSentence(textTemplate(text.key, language), text.arguments, language);
}

std::vector<TextRun> renderSentence(std::string_view rest,
                                    const std::vector<TextArgument>& arguments, Language language) {
  std::vector<TextRun> runs;
  while (!rest.empty()) {
    const auto brace = std::min(rest.find_first_of("{}"), rest.size());
    append(runs, rest.substr(0, brace), TextRole::plain);
    rest.remove_prefix(brace);
    if (rest.empty()) {
      break;
    }
    const bool doubled = rest.size() > 1 && rest[1] == rest[0];
    const auto close = rest.find('}');
    if (doubled || rest[0] == '}' || close == std::string_view::npos) {
      append(runs, rest.substr(0, 1), TextRole::plain);
      rest.remove_prefix(doubled ? 2 : 1);
      continue;
    }
    appendPlaceholder(runs, rest.substr(1, close - 1), arguments, language);
    rest.remove_prefix(close + 1);
  }
  return runs;
}

std::string renderPlain(const Text& text, Language language) {
  std::string result;
  for (const TextRun& run : render(text, language)) {
    result += run.text;
  }
  return result;
}

bool hasText(std::string_view key, Language language) {
  return tableOf(language).contains(key);
}

std::vector<std::string> textKeys(Language language) {
  std::vector<std::string> keys;
  for (const auto& [key, sentence] : tableOf(language)) {
    keys.push_back(key);
  }
  return keys;
}

std::string_view textTemplate(std::string_view key, Language language) {
  const Table& table = tableOf(language);
  const auto found = table.find(key);
  return found == table.end() ? std::string_view{} : std::string_view(found->second);
}

}  // namespace poscope
