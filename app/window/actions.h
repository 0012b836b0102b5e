// Every command of the window with its key: menus, buttons and the keyboard share these.
#pragma once

#include <QAction>
#include <QObject>
#include <array>
#include <vector>

#include "core/base/language.h"

class QWidget;

namespace poscope {

enum class Command {
  undo,
  redo,
  copyFigure,
  copyData,
  copyLink,
  openLink,
  openModel,
  auditModel,
  exportFigure,
  filter,
  fit,
  showTable,
  difference,
  lockCursor,
  onePane,
  twoPanes,
  fourPanes,
  nextPane,
  shareAxes,
  wipe,
  play,
  hideSides,
  fullScreen,
  present,
  themeSystem,
  themeLight,
  themeDark,
  reduceMotion,
  history,
  palette,
  shortcuts,
  glossary,
  about,
  quit,
};
inline constexpr std::size_t kCommandCount = 34;
inline constexpr int kViewKeys = 9;  ///< Ctrl+1 ...

class Actions : public QObject {
  Q_OBJECT

 public:
  /// The keys work in `window`, which also owns Ctrl+1..9 for the first nine views.
  explicit Actions(QWidget* window);

  [[nodiscard]] QAction* operator[](Command command) const {
    return actions_.at(static_cast<std::size_t>(command));
  }
  /// Those that choose a language, in the order of languages(); one is checked.
  [[nodiscard]] const std::vector<QAction*>& languageChoices() const { return languages_; }
  /// What shows a view by its place, of 0..kViewKeys - 1.
  [[nodiscard]] static QKeySequence viewKey(int index);
  /// What a command is called in a language, whatever language the window speaks.
  [[nodiscard]] static QString name(Command command, Language language);
  /// Words in the language in force. Without arguments so that it can be a slot.
  void retranslate();

 signals:
  /// Ctrl+1 asks for view 0.
  void viewRequested(int index);

 private:
  void addLanguages(QWidget* window);

  std::array<QAction*, kCommandCount> actions_{};
  std::vector<QAction*> languages_;
};

}  // namespace poscope
