// No subcommand: the window.
#include <QApplication>
#include <filesystem>

#include "app/cli/backends.h"
#include "app/cli/open_words.h"
#include "app/cli/platform.h"
#include "app/cli/standard_input.h"
#include "app/cli/subcommands.h"
#include "app/window/run_window.h"

namespace poscope {
namespace {

Result<WindowOptions> windowOptions(const CommandLine& line, StandardInput& input) {
  for (const std::string& word : line.open) {
    POSCOPE_CHECK(checkOpenWord(word));
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
