// The window: puts the parts into their places and wires them. What a part does is in the part.
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/jobs/qt_latest.h"
#include "app/plot/shared_cursor.h"
#include "app/window/built_figures.h"
#include "app/window/opener.h"
#include "app/window/state_model.h"
#include "app/window/state_store.h"
#include "core/compute/backend.h"

class QSplitter;

namespace poscope {

class Actions;
class Appearance;
class FigureCard;
class FigureCommands;
class HistoryList;
struct GlossaryEntry;
class InspectorPanel;
class Palette;
class PaneBuilder;
class ParameterPanel;
class Player;
class Presenter;
class SideColumn;
class StatusStrip;
class TopBar;
class VerdictPanel;
class ViewList;

/// Where a model that is opened is seen.
enum class ModelPage { own, present };

struct WindowSetup {
  std::shared_ptr<const Backend> backend;
  std::vector<BackendInfo> backends;  ///< All that the program knows: for About.
  QString statePath;                  ///< Empty: nothing is read and nothing is saved.
  std::optional<Language> language;   ///< Goes before the saved one; not saved.
  std::optional<ThemeKind> theme;
};

/// What was opened, and the page that it is for.
struct OpenedFor {
  Opened what;
  ModelPage page;
};

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `appearance` outlives the window.
  MainWindow(Appearance& appearance, const WindowSetup& setup);
  ~MainWindow() override;

  [[nodiscard]] StateModel& model() { return model_; }
  [[nodiscard]] const Actions& actions() const { return *actions_; }
  [[nodiscard]] SharedCursor& cursor() { return cursor_; }
  [[nodiscard]] FigureCard& card() const { return *card_; }
  [[nodiscard]] Presenter& presenter() const { return *presenter_; }
  [[nodiscard]] PaneBuilder& panes() const { return *panes_; }
  [[nodiscard]] ParameterPanel& parameters() const { return *parameters_; }
  [[nodiscard]] Player& player() const { return *player_; }
  [[nodiscard]] ViewList& viewList() const { return *views_; }
  [[nodiscard]] InspectorPanel& inspector() const { return *inspector_; }
  [[nodiscard]] SideColumn& sides() const { return *sides_; }
  [[nodiscard]] Palette& paletteSheet() const { return *palette_; }
  [[nodiscard]] HistoryList& historySheet() const { return *history_; }

  /// A link, a figure, a config.json, a model folder or a table. Reads in the background. A model
  /// is shown on the page about it, or sets the values of the page that is there.
  void open(const QString& argument, ModelPage page = ModelPage::own);
  void openPreset(const QString& preset);
  /// Writes the state now.
  void save();
  /// A warning that stays until it is dismissed.
  void warn(const Text& text);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void moveEvent(QMoveEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  /// Tab goes as the eye does: views, picture, compare bar, parameters, readings.
  bool focusNextPrevChild(bool next) override;

 private:
  void layOut();
  void wireParts();
  void wireCommands();
  void wireSheets();
  void wirePanes();
  void wireAppearance();
  void wirePlayer();
  void playOrPause();
  void load(const WindowSetup& setup);
  void refresh();
  void edit(const QString& name, const QString& text, int gesture);
  void showSide(const QString& name);
  void showDifference();
  void followWipe(bool wiping);
  void act(const Action& action);
  void take(const Opened& what, ModelPage page);
  void openConfig(const ModelConfig& config, const std::filesystem::path& path, ModelPage page);
  void openTable(const OpenedTable& table);
  void reopen(OpenedFile file);
  void takeReopened(const Result<OpenedFile>& read);
  void showBackend(const BackendInfo& info);
  void chooseModelFile();
  void chooseLanguage(Language language);
  void chooseTheme(ThemeChoice theme);
  void showSides();
  void showFull(bool full);
  void present(bool presents);
  void retitle();
  void openGlossary();
  void explain(const GlossaryEntry* entry);
  [[nodiscard]] std::vector<std::filesystem::path> openedPaths() const;
  void saveSoon();
  void saveInBackground();
  [[nodiscard]] std::string link() const;
  [[nodiscard]] SavedWindow saved() const;

  Appearance& appearance_;
  StateModel model_;
  SharedCursor cursor_;
  BuiltFigures known_;
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
  std::vector<QWidget*> frame_;  ///< What is around page and sides; not there while presenting.
  PaneBuilder* panes_;  ///< Before the presenter: a pane is in its place before it shows a page.
  Presenter* presenter_;
  Player* player_;
  Palette* palette_;
  HistoryList* history_;
  QtLatest<OpenedFor> opener_;
  QtLatest<OpenedFile> reopener_;
  std::deque<OpenedFile> reopening_;  ///< In the order in which they are read.
  QtLatest<std::monostate> saver_;
  QTimer saving_;
  bool wasMaximized_ = false;  ///< Before full screen.
  std::optional<Language> chosenLanguage_;
  ThemeChoice chosenTheme_ = ThemeChoice::system;
  std::optional<bool> reduceMotion_;  ///< None: as the desktop has it.
};

}  // namespace poscope
