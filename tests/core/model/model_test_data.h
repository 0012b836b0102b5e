// Test data and checks that the tests of the model readers share.
#pragma once

#include <QString>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/base/text.h"
#include "core/model/model_config.h"

namespace poscope::testing {

inline std::filesystem::path dataPath(const std::string& name) {
  return std::filesystem::path(POSCOPE_TEST_DATA) / name;
}

inline std::string fileText(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void writeFile(const std::filesystem::path& path, const std::string& bytes) {
  // A truncated file is flushed when it is closed (ext4), which takes milliseconds; a new one is
  // not.
  std::filesystem::remove(path);
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline QString english(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

/// Whether both languages have the sentence, and it asks for no argument that it was not given.
/// What a file holds may contain braces itself, so this looks at the tables and not at the rendered
/// text.
inline bool isComplete(const Text& text) {
  if (text.key.empty()) {
    return !text.literal.empty();
  }
  for (const Language language : {Language::english, Language::chinese}) {
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

inline const Setting* settingOf(const ModelConfig& config, const std::string& name) {
  const auto found = std::find_if(config.settings.begin(), config.settings.end(),
                                  [&](const Setting& setting) { return setting.name == name; });
  return found == config.settings.end() ? nullptr : &*found;
}

inline const Notice* noticeOf(const ModelConfig& config, const std::string& key) {
  const auto found = std::find_if(config.notices.begin(), config.notices.end(),
                                  [&](const Notice& notice) { return notice.text.key == key; });
  return found == config.notices.end() ? nullptr : &*found;
}

}  // namespace poscope::testing
