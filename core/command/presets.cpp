// `poscope presets`.
#include <algorithm>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/command/catalogue.h"
#include "core/command/command_json.h"
#include "core/command/text_table.h"
#include "core/model/presets.h"

namespace poscope {
namespace {

/// What a preset's file says, as far as this list tells it.
struct Told {
  const ModelPreset* preset;
  std::string scheme;
  std::string scaling;  ///< Empty: none.
  std::optional<std::int64_t> context;
  std::optional<double> base;
};

Told toldOf(const ModelPreset& preset) {
  Told told{&preset, std::string(schemeName(Scheme::unknown)), {}, {}, {}};
  const auto config = presetConfig(preset.id);
  if (!config) {  // A test opens all of them.
    return told;
  }
  told.scheme = schemeName(config->scheme);
  told.context = config->context;
  if (!config->rope.empty()) {
    const RopeSetting& global = config->rope.front();
    told.base = global.base;
    told.scaling = global.scaling.type == RopeScaling().type ? "" : global.scaling.type;
  }
  return told;
}

std::vector<Told> allTold() {
  std::vector<Told> all;
  for (const ModelPreset& preset : modelPresets()) {
    all.push_back(toldOf(preset));
  }
  return all;
}

struct Source {
  std::string words;
  std::vector<std::string> presets;
};

// Each source once.
std::vector<Source> sources(Language language) {
  std::vector<Source> all;
  for (const ModelPreset& preset : modelPresets()) {
    const std::string words = renderPlain(preset.source, language);
    auto known = std::find_if(all.begin(), all.end(),
                              [&](const Source& source) { return source.words == words; });
    if (known == all.end()) {
      known = all.insert(all.end(), Source{words, {}});
    }
    known->presets.push_back(preset.id);
  }
  return all;
}

void appendWrapped(std::string& text, const std::string& words, std::size_t indent) {
  constexpr std::size_t kWidth = 100;
  for (const std::string& line : wrapped(words, kWidth - indent)) {
    text += std::string(indent, ' ') + line + "\n";
  }
}

std::string plainText(Language language) {
  const auto say = [language](const Text& words) { return renderPlain(words, language); };
  TextTable table({Align::left, Align::left, Align::left, Align::left, Align::right, Align::right});
  table.add({say("command.presets.preset"), say("command.presets.model"),
             say("command.presets.scheme"), say("command.presets.scaling"),
             say("command.presets.context"), say("command.presets.base")});
  for (const Told& told : allTold()) {
    table.add({told.preset->id, told.preset->title, told.scheme,
               told.scaling.empty() ? "-" : told.scaling,
               told.context ? std::to_string(*told.context) : "-",
               told.base ? exactDecimal(*told.base) : "-"});
  }
  std::string text = table.text() + "\n";
  for (const Source& source : sources(language)) {
    appendWrapped(text, source.words, 0);
    appendWrapped(text, joinWords(source.presets), 2);
  }
  return text + "\n" + say("command.presets.note") + "\n";
}

std::string jsonOutput(Language language) {
  Json presets = Json::array();
  for (const Told& told : allTold()) {
    presets.push_back({{"id", told.preset->id},
                       {"title", told.preset->title},
                       {"scheme", told.scheme},
                       {"scaling", told.scaling.empty() ? Json() : Json(told.scaling)},
                       {"context", told.context ? Json(*told.context) : Json()},
                       {"base", told.base ? jsonNumber(*told.base) : Json()},
                       {"source", renderPlain(told.preset->source, language)}});
  }
  return jsonText({{"presets", std::move(presets)}});
}

}  // namespace

CommandOutput presetsCommand(bool json, Language language) {
  return {json ? jsonOutput(language) : plainText(language), 0};
}

}  // namespace poscope
