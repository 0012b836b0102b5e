#include "app/window/run_window.h"

#include <QApplication>
#include <QIcon>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextStream>

#include "app/panel/appearance.h"
#include "core/compute/cell_source.h"

namespace poscope {
Result<WindowSetup> windowSetup(const WindowOptions& options) {
  POSCOPE_TRY(auto backend, servingBackend(options.backends, options.backendId));
  WindowSetup setup;
  setup.backend = std::move(backend);
  for (const auto& each : options.backends.backends) {
    setup.backends.push_back(each->info());
  }
  setup.statePath = options.fresh ? QString() : StateStore::standardPath();
  setup.language = options.language;
  setup.theme = options.theme;
  return setup;
}

int runWindow(const WindowOptions& options) {
  const auto setup = windowSetup(options);
  const Language language = options.language.value_or(Appearance::systemLanguage());
  if (!setup) {
    QTextStream(stderr) << QString::fromStdString(renderPlain(setup.error().text, language))
                        << Qt::endl;
    return exitCode(setup.error());
  }
  // Qt's file dialogs keep the last folders in settings of their own.
  std::optional<QTemporaryDir> forgotten;
  if (options.fresh) {
    forgotten.emplace();
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, forgotten->path());
  }
  QApplication::setStyle(QStringLiteral("Fusion"));
  QApplication::setDesktopFileName(QStringLiteral("org.poscope.poscope"));
  const bool chineseFont = loadFonts();
  Appearance appearance;  // Also brings the pictures of the chrome.
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/chrome/poscope.svg")));
  MainWindow window(appearance, *setup);
  if (!chineseFont) {
    window.warn("window.fonts.missing");
  }
  window.show();
  for (const std::string& argument : options.openArguments) {
    window.open(QString::fromStdString(argument));
  }
  if (!options.modelPath.empty()) {
    // Beside a page that was asked for it sets that page's values.
    const auto page = options.openArguments.empty() ? ModelPage::own : ModelPage::present;
    window.open(QString::fromStdString(options.modelPath), page);
  }
  return QApplication::exec();
}

}  // namespace poscope
