#include "app/window/run_window.h"

#include <QApplication>
#include <QIcon>
#include <QTextStream>

#include "app/panel/appearance.h"
#include "app/window/main_window.h"

namespace poscope {
namespace {

WindowSetup setupOf(const WindowOptions& options, std::shared_ptr<const Backend> backend) {
  WindowSetup setup;
  setup.backend = std::move(backend);
  for (const auto& each : options.backends.backends) {
    setup.backends.push_back(each->info());
  }
  setup.statePath = StateStore::standardPath();
  setup.fresh = options.fresh;
  setup.language = options.language;
  setup.theme = options.theme;
  return setup;
}

}  // namespace

int runWindow(WindowOptions options) {
  const auto backend = options.backends.choose(options.backendId);
  const Language language = options.language.value_or(Appearance::systemLanguage());
  if (!backend) {
    QTextStream(stderr) << QString::fromStdString(renderPlain(backend.error().text, language))
                        << Qt::endl;
    return exitCode(backend.error());
  }
  QApplication::setStyle(QStringLiteral("Fusion"));
  QApplication::setDesktopFileName(QStringLiteral("org.poscope.poscope"));
  const bool chineseFont = loadFonts();
  Appearance appearance;  // Also brings the pictures of the chrome.
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/chrome/poscope.svg")));
  MainWindow window(appearance, setupOf(options, *backend));
  if (!chineseFont) {
    window.warn("window.fonts.missing");
  }
  window.show();
  for (const std::string& argument : options.openArguments) {
    window.open(QString::fromStdString(argument));
  }
  if (!options.modelPath.empty()) {
    window.open(QString::fromStdString(options.modelPath));
  }
  return QApplication::exec();
}

}  // namespace poscope
