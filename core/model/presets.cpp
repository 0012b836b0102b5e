#include "core/model/presets.h"

#include <algorithm>
#include <vector>

#include "core/base/embedded.h"
#include "core/base/words.h"
#include "core/model/json_document.h"

namespace poscope {
namespace {

std::string_view embeddedFile(std::string_view name) {
  for (const EmbeddedFile& file : embeddedModels()) {
    if (file.name == name) {
      return file.text;
    }
  }
  return {};
}

std::string textOf(const JsonValue& row, std::string_view key) {
  const JsonValue* const value = row.find(key);
  return value == nullptr ? std::string() : value->text;
}

// "copies", "unverified" or "partly" with the keys that are not confirmed.
Text sourceOf(const JsonValue& row) {
  const JsonValue* const list = row.find("unverified");
  const std::string keys =
      list == nullptr ? std::string() : joinWords(list->items, &JsonValue::text);
  return Text("model.preset." + textOf(row, "source"), {{"keys", keys}});
}

constexpr std::size_t kLongestId = 200;

std::vector<ModelPreset> loadPresets() {
  std::vector<ModelPreset> presets;
  const auto index = parseJson(std::string(embeddedFile("index.json")), "index.json");
  if (!index) {
    return presets;
  }
  for (const JsonValue& row : index->root.items) {
    const std::string id = textOf(row, "id");
    presets.push_back({id, textOf(row, "title"), sourceOf(row), embeddedFile(id + ".json")});
  }
  return presets;
}

}  // namespace

std::span<const ModelPreset> modelPresets() {
  static const std::vector<ModelPreset> presets = loadPresets();
  return presets;
}

const ModelPreset* findPreset(std::string_view id) {
  const auto presets = modelPresets();
  const auto found = std::find_if(presets.begin(), presets.end(),
                                  [&](const ModelPreset& preset) { return preset.id == id; });
  return found == presets.end() ? nullptr : &*found;
}

Names presetNames() {
  return namesOf(modelPresets(), &ModelPreset::id, "poscope presets");
}

Result<ModelConfig> presetConfig(std::string_view id) {
  const ModelPreset* const found = findPreset(id);
  if (found == nullptr) {
    return usageError(unknownName("model.error.preset", id.substr(0, kLongestId), presetNames()));
  }
  auto config = parseModelConfig(found->json, found->id + ".json");
  if (config) {
    config->name = found->title;
  }
  return config;
}

}  // namespace poscope
