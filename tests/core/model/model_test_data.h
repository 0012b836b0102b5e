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
#include "tests/core/model/complete_text.h"

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

inline const Setting* settingOf(const ModelConfig& config, const std::string& name) {
  const auto found = std::find_if(config.settings.begin(), config.settings.end(),
                                  [&](const Setting& setting) { return setting.name == name; });
  return found == config.settings.end() ? nullptr : &*found;
}

inline const Notice* noticeOf(const ModelConfig& config, NoticeId id) {
  const auto found = std::find_if(config.notices.begin(), config.notices.end(),
                                  [&](const Notice& notice) { return notice.id == id; });
  return found == config.notices.end() ? nullptr : &*found;
}

/// The config, or a warning that says why there is none and an empty one.
inline ModelConfig orWarned(const Result<ModelConfig>& config) {
  if (!config) {
    qWarning("%s", qPrintable(english(config.error().text)));
  }
  return config.value_or(ModelConfig());
}
inline ModelConfig parsed(const char* json) {
  return orWarned(parseModelConfig(json, "config.json"));
}
inline ModelConfig read(const std::string& name) {
  return orWarned(readModelConfig(dataPath(name)));
}

}  // namespace poscope::testing
