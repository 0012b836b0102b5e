#include "app/cli/open_words.h"

#include "app/cli/command_line.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/model/file_bytes.h"
#include "core/model/presets.h"
#include "core/state/link.h"

namespace poscope {

Result<void> checkOpenWord(const std::string& word) {
  if (looksLikeLink(word)) {
    POSCOPE_CHECK(parseLink(word));
    return {};
  }
  POSCOPE_TRY(const bool exists, pathExists(word));
  if (exists) {
    return {};
  }
  if (findView(word) != nullptr) {
    return usageError({"command.error.open.view", {{"value", word}}});
  }
  if (presetConfig(word)) {
    return usageError({"command.error.open.preset", {{"value", word}}});
  }
  if (word.find_first_of("./") != std::string::npos) {
    return fileError({"command.error.open.missing", {{"file", word}}});
  }
  return usageError(unknownName("command.error.open", word, subcommandNames()));
}

}  // namespace poscope
