// The state of the window: the view, the last state of every view, and the undo stack over both.
#pragma once

#include <QObject>
#include <QUndoStack>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/model_config.h"
#include "core/model/tensor_kind.h"
#include "core/state/inputs.h"
#include "core/state/state.h"
#include "core/views/view.h"

namespace poscope {

/// How many pages may be beside each other.
inline constexpr std::array<std::size_t, 3> kPaneCounts{1, 2, 4};

/// Pages beside each other, one in a pane. That of the active pane is the window's state: its entry
/// here is what it was when another pane was left last. A regular value.
struct Panes {
  std::vector<State> states;  ///< Empty for a single page.
  std::size_t active = 0;

  [[nodiscard]] std::size_t count() const { return states.empty() ? 1 : states.size(); }
  friend bool operator==(const Panes&, const Panes&) = default;
};

/// What a change sets: the view to show and the states of some views. A regular value.
struct StatePatch {
  std::string view;
  std::vector<State> states;
  std::string model;
  std::optional<Panes> panes = std::nullopt;  ///< None: they stay.
};

/// A file that states know by its hash.
struct OpenedFile {
  std::string hash;
  std::filesystem::path path;  ///< Where it was read; empty for a model of the program's own.
  Inputs inputs;               ///< Neither model nor table while it has not been read (again).
  bool reading = false;        ///< It is being read.
};

/// Every change is one undo step, but for drags (one step a gesture). Holds no figure and reads no
/// file.
class StateModel : public QObject {
  Q_OBJECT

 public:
  /// Every view at its defaults; the first view is shown.
  explicit StateModel(QObject* parent = nullptr);

  [[nodiscard]] const State& state() const;
  [[nodiscard]] const View& view() const;
  /// The last state of any view.
  [[nodiscard]] const State& stateOf(const std::string& view) const { return states_.at(view); }
  /// The opened model's name; empty for none.
  [[nodiscard]] const std::string& modelName() const { return model_; }
  /// The model that the page on screen is about, which a link may have named; else the opened one.
  [[nodiscard]] std::string shownModel() const;
  /// The opened file that the state on screen names, as its build wants it.
  [[nodiscard]] Inputs inputs() const { return inputsOf(state()); }
  /// The same for any state.
  [[nodiscard]] Inputs inputsOf(const State& state) const;
  /// Whether the opened file that the state on screen names is still being read.
  [[nodiscard]] bool reading() const { return readingFor(state()); }
  [[nodiscard]] bool readingFor(const State& state) const;

  [[nodiscard]] std::size_t paneCount() const { return panes_.count(); }
  [[nodiscard]] std::size_t activePane() const { return panes_.active; }
  /// What a pane shows; the active one shows state(). `pane` below paneCount().
  [[nodiscard]] const State& paneState(std::size_t pane) const;
  /// As they are saved: with the state of the active one.
  [[nodiscard]] Panes panes() const;
  /// One of kPaneCounts. New panes show the other sides of a page that compares, else the page
  /// itself; of the old ones the first stay, and the active one always. One step.
  void setPaneCount(std::size_t count);
  /// The pane whose page is edited from now on. One step.
  void activatePane(std::size_t pane);
  /// Zooms a pane, and with it those of the same view where axes are shared. One step.
  void setPaneWindow(std::size_t pane, const std::optional<Zoom>& window);
  /// Whether panes of one view have the same axes and colours.
  [[nodiscard]] bool sharesAxes() const { return sharesAxes_; }
  void setSharesAxes(bool shares);
  /// All that were opened, the newest last.
  [[nodiscard]] const std::vector<OpenedFile>& files() const { return files_; }
  /// The files with a path that the state of some view names.
  [[nodiscard]] std::vector<OpenedFile> namedFiles() const;
  [[nodiscard]] QUndoStack& undoStack() { return undo_; }
  /// What each step of the undo stack changed, the oldest first.
  [[nodiscard]] std::vector<Text> history() const;

  /// Usage errors as setTyped; nothing changes then. Calls with the same `gesture` (not 0) in a
  /// row are one step. Choosing a recipe takes its changed stages back.
  [[nodiscard]] Result<void> setParameter(const std::string& name, const std::string& text,
                                          int gesture = 0);
  /// Back to the default, with the stages of a recipe.
  void resetParameter(const std::string& name);
  /// Shows the difference, or again what was shown before it. Nothing on views that compare
  /// nothing.
  void toggleDifference();
  /// As setPaneWindow of the active pane.
  void setWindow(const std::optional<Zoom>& window) { setPaneWindow(activePane(), window); }
  void selectView(const std::string& view);
  /// A whole state: a link, a dropped figure.
  void setState(const State& state);
  /// The model's parameters in all views, as one step that shows `view`; empty for the one that is
  /// shown. `path` as in OpenedFile. Returns what that view refused.
  std::vector<Error> openModel(const ModelConfig& config, const std::filesystem::path& path = {},
                               const std::string& view = {});
  /// Shows the page that reads the file (viewThatReads), as one step. Errors of withTable.
  [[nodiscard]] Result<void> openTable(const TableFile& table, const ArrayFile& arrays);
  /// A file that states may name already: no step. The page on screen may be another one now.
  void know(OpenedFile file);
  /// The state at the start of the program: no step, and nothing to undo.
  void restore(const StatePatch& patch);
  /// The zoom no longer fits the figure: taken away without a step of its own.
  void dropWindow();
  /// Shows a patch as undo and redo ask for it.
  void apply(const StatePatch& patch);

 signals:
  /// `state()` is another one, or belongs to another view, or has other `inputs()`.
  void changed();

 private:
  void push(StatePatch after, int gesture = 0);
  [[nodiscard]] StatePatch before(const StatePatch& after) const;
  [[nodiscard]] const OpenedFile* namedFile(const State& state) const;
  [[nodiscard]] std::vector<Side> sidesBeside() const;

  std::map<std::string, State> states_;
  std::string view_;
  Panes panes_;
  bool sharesAxes_ = true;
  std::string model_;
  std::vector<OpenedFile> files_;  ///< Of different hashes, the newest last.
  std::string beforeDifference_ = "a";
  QUndoStack undo_;
};

}  // namespace poscope
