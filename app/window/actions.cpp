#include "app/window/actions.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>
#include <QWidget>

#include "app/panel/appearance.h"
#include "app/window/control_keys.h"

namespace poscope {
namespace {

struct CommandRow {
  const char* words;
  const char* key;  ///< As QKeySequence reads it.
  int group;        ///< Exclusive group; 0 for none.
  bool checkable;
};

// In the order of Command.
constexpr std::array<CommandRow, kCommandCount> kRows{{
    {QT_TRANSLATE_NOOP("Actions", "Undo"), "Ctrl+Z", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Redo"), "Ctrl+Shift+Z", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Copy figure"), "Ctrl+Shift+C", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Copy data"), "", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Copy link"), "Ctrl+Shift+L", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Open link…"), "Ctrl+L", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Open model…"), "Ctrl+O", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Audit the model"), "Ctrl+Shift+A", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Export…"), "Ctrl+E", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Filter views and models"), "Ctrl+F", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Show everything"), "F", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Show as table"), "F8", 0, true},
    {QT_TRANSLATE_NOOP("Actions", "Difference"), "D", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Hold the cursor"), "L", 0, true},
    {QT_TRANSLATE_NOOP("Actions", "One pane"), "Ctrl+Alt+1", 2, true},
    {QT_TRANSLATE_NOOP("Actions", "Two panes"), "Ctrl+Alt+2", 2, true},
    {QT_TRANSLATE_NOOP("Actions", "Four panes"), "Ctrl+Alt+4", 2, true},
    {QT_TRANSLATE_NOOP("Actions", "Next pane"), "F6", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Same axes in all panes"), "", 0, true},
    {QT_TRANSLATE_NOOP("Actions", "Wipe between A and B"), "W", 0, true},
    {QT_TRANSLATE_NOOP("Actions", "Play or pause"), "Space", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Hide the side panels"), "F9", 0, true},
    {QT_TRANSLATE_NOOP("Actions", "Full screen"), "F11", 0, true},
    {QT_TRANSLATE_NOOP("Actions", "Present"), "F5", 0, true},
    {QT_TRANSLATE_NOOP("Actions", "As the system"), "", 1, true},
    {QT_TRANSLATE_NOOP("Actions", "Light"), "", 1, true},
    {QT_TRANSLATE_NOOP("Actions", "Dark"), "", 1, true},
    {QT_TRANSLATE_NOOP("Actions", "Reduce motion"), "", 0, true},
    {QT_TRANSLATE_NOOP("Actions", "History"), "Ctrl+H", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Go to anything"), "Ctrl+K", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"), "?", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Glossary"), "F1", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "About Poscope"), "", 0, false},
    {QT_TRANSLATE_NOOP("Actions", "Quit"), "Ctrl+Q", 0, false},
}};

}  // namespace

Actions::Actions(QWidget* window) : QObject(window) {
  std::array<QActionGroup*, 3> groups{nullptr, new QActionGroup(this), new QActionGroup(this)};
  for (std::size_t index = 0; index < kCommandCount; ++index) {
    const CommandRow& row = kRows.at(index);
    auto* action = new QAction(this);
    action->setShortcut(QKeySequence(QLatin1String(row.key)));
    action->setCheckable(row.checkable);
    if (row.group > 0) {
      groups.at(static_cast<std::size_t>(row.group))->addAction(action);
    }
    window->addAction(action);
    actions_.at(index) = action;
  }
  addLanguages(window);
  for (int number = 0; number < kViewKeys; ++number) {
    auto* action = new QAction(this);
    action->setShortcut(viewKey(number));
    connect(action, &QAction::triggered, this, [this, number] { emit viewRequested(number); });
    window->addAction(action);
  }
  new ControlKeys(this);
  retranslate();
}

// A language is called by its own name, whatever language the window speaks.
void Actions::addLanguages(QWidget* window) {
  auto* group = new QActionGroup(this);
  for (const LanguageRow& row : languages()) {
    auto* action = new QAction(QString::fromStdString(std::string(row.name)), group);
    action->setCheckable(true);
    window->addAction(action);
    languages_.push_back(action);
  }
}

QKeySequence Actions::viewKey(int index) {
  return QKeySequence(QStringLiteral("Ctrl+%1").arg(index + 1));
}

QString Actions::name(Command command, Language language) {
  return Appearance::chrome(language, "Actions", kRows.at(static_cast<std::size_t>(command)).words);
}

void Actions::retranslate() {
  for (std::size_t index = 0; index < kCommandCount; ++index) {
    actions_.at(index)->setText(QCoreApplication::translate("Actions", kRows.at(index).words));
  }
}

}  // namespace poscope
