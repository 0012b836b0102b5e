// No subcommand: the window.
#include <QApplication>
#include <filesystem>

#include "app/cli/backends.h"
#include "app/cli/platform.h"
#include "app/cli/standard_input.h"
#include "app/cli/subcommands.h"
#include "app/window/run_window.h"
#include "core/base/words.h"
#include "core/catalogue/links.h"
#include "core/model/file_bytes.h"
#include "core/state/link.h"

namespace poscope {
namespace {

// A word that is no link and no file is more likely a mistyped subcommand than something to open.
Result<void> checkOpen(const std::string& word) {
  if (looksLikeLink(word)) {
    POSCOPE_CHECK(parseLink(word));
    return {};
  }
  POSCOPE_TRY(const bool exists, pathExists(word));
  if (exists) {
    return {};
  }
  if (word.find_first_of("./") != std::string::npos) {
    return fileError({"command.error.open.missing", {{"file", word}}});
  }
  return usageError(
      {"command.error.open", {{"value", word}, {"expected", joinWords(subcommandNames())}}});
}

Result<WindowOptions> windowOptions(const CommandLine& line, StandardInput& input) {
  for (const std::string& word : line.open) {
    POSCOPE_CHECK(checkOpen(word));
  }
  WindowOptions options;
  options.openArguments = line.open;
  options.fresh = line.fresh;
  options.language = line.language;
  options.theme = line.theme;
  options.backendId = line.backend;
  options.modelPath = line.model;
  if (line.model == "-") {
    POSCOPE_TRY(const std::string bytes, input.read());
    POSCOPE_TRY(const std::filesystem::path path, input.saveAs("config.json", bytes));
    options.modelPath = path.string();
  }
  return options;
}

}  // namespace

int openWindow(const CommandLine& line, const Console& console, char* programName) {
  StandardInput input;
  auto options = windowOptions(line, input);
  if (!options) {
    return console.fail(options.error());
  }
  if (const auto checked = checkWindowPlatform(); !checked) {
    return console.fail(checked.error());
  }
  int count = 1;
  char* arguments[] = {programName, nullptr};
  QApplication::setApplicationName(QStringLiteral("poscope"));
  QApplication::setApplicationDisplayName(QStringLiteral("Poscope"));
  const QApplication application(count, arguments);
  options->backends = allBackends();
  return runWindow(*options);
}

}  // namespace poscope
