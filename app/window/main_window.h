// The window: puts the parts into their places and wires them. What a part does is in the part.
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/jobs/qt_latest.h"
#include "app/window/opener.h"
#include "app/window/state_model.h"
#include "app/window/state_store.h"
#include "core/compute/backend.h"

class QSplitter;

namespace poscope {

class Actions;
class Appearance;
class FigureCard;
class InspectorPanel;
class ParameterPanel;
class Presenter;
class SideColumn;
class StatusStrip;
class TopBar;
class VerdictPanel;
class ViewList;

struct WindowSetup {
  std::shared_ptr<const Backend> backend;
  std::vector<BackendInfo> backends;  ///< All that the program knows: for About.
  QString statePath;                  ///< Empty: nothing is read and nothing is saved.
  std::optional<Language> language;   ///< Goes before the saved one; not saved.
  std::optional<ThemeKind> theme;
};

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `appearance` outlives the window.
  MainWindow(Appearance& appearance, const WindowSetup& setup);
  ~MainWindow() override;

  [[nodiscard]] StateModel& model() { return model_; }
  [[nodiscard]] const Actions& actions() const { return *actions_; }
  [[nodiscard]] FigureCard& card() const { return *card_; }
  [[nodiscard]] Presenter& presenter() const { return *presenter_; }
  [[nodiscard]] ParameterPanel& parameters() const { return *parameters_; }
  [[nodiscard]] ViewList& viewList() const { return *views_; }
  [[nodiscard]] InspectorPanel& inspector() const { return *inspector_; }
  [[nodiscard]] SideColumn& sides() const { return *sides_; }

  /// A link, a figure, a config.json or a model folder. Reads in the background.
  void open(const QString& argument);
  void openPreset(const QString& preset);
  /// Writes the state now.
  void save();
  /// A warning that stays until it is dismissed.
  void warn(const Text& text);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void layOut();
  void wireParts();
  void wireCommands();
  void wireAppearance();
  void load(const WindowSetup& setup);
  void refresh();
  void edit(const QString& name, const QString& text, int gesture);
  void act(const Action& action);
  void take(const Opened& what);
  void openConfig(const ModelConfig& config, const std::filesystem::path& path);
  void openTable(const TableFile& table);
  void reopen(const OpenedFile& file);
  void showBackend(const BackendInfo& info);
  void chooseModelFile();
  void chooseLanguage(Language language);
  void chooseTheme(ThemeChoice theme);
  void hideSides(bool hidden);
  void retitle();
  [[nodiscard]] std::string link() const;
  [[nodiscard]] SavedWindow saved() const;

  Appearance& appearance_;
  StateModel model_;
  StateStore store_;
  std::vector<BackendInfo> backends_;
  Text backendReason_;  ///< Why another backend than the chosen one works; told once.
  Actions* actions_;
  TopBar* top_;
  ViewList* views_;
  FigureCard* card_;
  ParameterPanel* parameters_;
  InspectorPanel* inspector_;
  VerdictPanel* verdicts_;
  SideColumn* sides_;
  StatusStrip* status_;
  QSplitter* splitter_;
  Presenter* presenter_;
  QtLatest<Opened> opener_;
  QtLatest<OpenedFile> reopener_;
  QTimer saving_;
  std::optional<Language> chosenLanguage_;
  ThemeChoice chosenTheme_ = ThemeChoice::system;
};

}  // namespace poscope
