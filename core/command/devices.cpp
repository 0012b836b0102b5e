#include "core/command/devices.h"

#include "core/command/command_json.h"
#include "core/command/text_table.h"

namespace poscope {
namespace {

std::string plainText(const BackendSet& set, const std::string& standard, Language language) {
  const auto say = [language](const Text& words) { return renderPlain(words, language); };
  TextTable table({Align::left, Align::left, Align::left});
  table.add({say("command.devices.backend"), say("command.devices.state"),
             say("command.devices.device")});
  for (const auto& backend : set.backends) {
    const BackendInfo info = backend->info();
    const char* state = !info.usable          ? "command.devices.unusable"
                        : info.id == standard ? "command.devices.standard"
                                              : "command.devices.usable";
    table.add({info.id, say(state), say(info.usable ? info.description : info.reason)});
  }
  return table.text();
}

std::string jsonOutput(const BackendSet& set, const std::string& standard, Language language) {
  Json backends = Json::array();
  for (const auto& backend : set.backends) {
    const BackendInfo info = backend->info();
    backends.push_back({{"id", info.id},
                        {"description", renderPlain(info.description, language)},
                        {"usable", info.usable},
                        {"reason", renderPlain(info.reason, language)},
                        {"default", info.id == standard}});
  }
  return jsonText({{"default", standard}, {"backends", std::move(backends)}});
}

}  // namespace

CommandOutput devicesCommand(const BackendSet& set, bool json, Language language) {
  const auto chosen = set.choose("");
  const std::string standard = chosen ? (*chosen)->info().id : std::string();
  return {json ? jsonOutput(set, standard, language) : plainText(set, standard, language), 0};
}

}  // namespace poscope
