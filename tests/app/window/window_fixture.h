// A window on the CPU backend with its state in a folder of the test's own.
#pragma once

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "app/panel/appearance.h"
#include "app/window/figure_card.h"
#include "app/window/main_window.h"
#include "app/window/presenter.h"
#include "app/window/run_window.h"

namespace poscope {

class WindowFixture {
 public:
  explicit WindowFixture(const QString& statePath, bool fresh = false,
                         Language language = Language::english)
      : WindowFixture(setupOf(statePath, fresh, language)) {}
  explicit WindowFixture(WindowSetup setup) {
    setup.theme = ThemeKind::light;
    window_ = std::make_unique<MainWindow>(appearance_, setup);
  }

  MainWindow& window() { return *window_; }
  Appearance& appearance() { return appearance_; }
  StateModel& model() { return window_->model(); }

  /// Shows the window and waits until a figure of the state, with its cells, is on screen.
  bool showAndSettle() {
    window_->show();
    return QTest::qWaitForWindowExposed(window_.get()) && settle();
  }

  bool settle() {
    return QTest::qWaitFor(
        [&] {
          const auto& figure = window_->presenter().figure();
          return figure != nullptr && figure->source.view == model().state().view &&
                 figure->source.link == figureLink() && !window_->card().plot().busy();
        },
        60000);
  }

 private:
  static WindowSetup setupOf(const QString& statePath, bool fresh, Language language) {
    WindowOptions options;
    options.backends = {{makeCpuBackend()}};
    options.fresh = fresh;
    options.language = language;
    WindowSetup setup = windowSetup(options).value();
    setup.statePath = fresh ? setup.statePath : statePath;
    return setup;
  }
  /// The link that a figure of the state carries: without the zoom window.
  std::string figureLink() {
    State state = model().state();
    state.zoom.reset();
    return formatLink(state);
  }

  Appearance appearance_;
  std::unique_ptr<MainWindow> window_;
};

inline QString pathIn(const QTemporaryDir& folder) {
  return folder.filePath(QStringLiteral("state.json"));
}

inline QString dataPath(const char* name) {
  return QLatin1String(POSCOPE_TEST_DATA "/") + QLatin1String(name);
}

}  // namespace poscope
