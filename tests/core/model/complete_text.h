// Whether a message can be shown in both languages.
#pragma once

#include <algorithm>
#include <string_view>
#include <variant>

#include "core/base/text.h"

namespace poscope::testing {

/// Whether both languages have the sentence, and it asks for no argument that it was not given.
/// What a file holds may contain braces itself, so this looks at the tables and not at the rendered
/// text.
inline bool isComplete(const Text& text) {
  if (text.key.empty()) {
    return !text.literal.empty();
  }
  for (const Language language : allLanguages()) {
    const std::string_view sentence = textTemplate(text.key, language);
    if (sentence.empty()) {
      return false;
    }
    for (auto at = sentence.find('{'); at != std::string_view::npos;
         at = sentence.find('{', at + 1)) {
      const std::string_view name =
          sentence.substr(at + 1, sentence.find_first_of("}?:", at) - at - 1);
      const bool given =
          std::any_of(text.arguments.begin(), text.arguments.end(),
                      [&](const TextArgument& argument) { return argument.name == name; });
      if (!given) {
        return false;
      }
    }
  }
  return std::all_of(text.arguments.begin(), text.arguments.end(),
                     [](const TextArgument& argument) {
                       const Text* const inner = std::get_if<Text>(&argument.value);
                       return inner == nullptr || isComplete(*inner);
                     });
}

}  // namespace poscope::testing
