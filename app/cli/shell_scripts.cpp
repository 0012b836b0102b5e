#include "app/cli/shell_scripts.h"

#include "core/base/embedded.h"

namespace poscope {
namespace {

constexpr std::string_view kStem = "poscope.";  // resources/completion/poscope.bash

}  // namespace

Names shellNames() {
  return namesOf(embeddedCompletions(),
                 [](const EmbeddedFile& file) { return file.name.substr(kStem.size()); });
}

std::string_view shellScript(std::string_view shell) {
  for (const EmbeddedFile& file : embeddedCompletions()) {
    if (file.name.substr(kStem.size()) == shell) {
      return file.text;
    }
  }
  return {};
}

}  // namespace poscope
