#include "app/window/shortcut_sheet.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeySequence>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/plot/plot_keys.h"
#include "app/window/actions.h"
#include "app/window/blink_key.h"
#include "core/catalogue/views.h"

namespace poscope {
namespace {

QString keyText(const QKeySequence& keys) {
  return keys.toString(QKeySequence::NativeText);
}

ShortcutSection windowKeys(const Actions& actions, const Appearance& appearance) {
  ShortcutSection section{"window.shortcuts.window", {}};
  for (std::size_t k = 0; k < kCommandCount; ++k) {
    const QAction* const action = actions[static_cast<Command>(k)];
    if (!action->shortcut().isEmpty()) {
      section.rows.push_back({keyText(action->shortcut()), action->text()});
    }
  }
  section.rows.push_back(
      {keyText(QKeySequence(BlinkKey::kKey)), appearance.say("window.shortcuts.blink")});
  const std::size_t views = std::min(poscope::views().size(), std::size_t{kViewKeys});
  for (std::size_t k = 0; k < views; ++k) {
    const Text page("window.shortcuts.view", {{"page", Text(poscope::views()[k].id + ".title")}});
    section.rows.push_back({keyText(Actions::viewKey(static_cast<int>(k))), appearance.say(page)});
  }
  return section;
}

ShortcutSection plotKeys(const Appearance& appearance) {
  ShortcutSection section{"window.shortcuts.plot", {}};
  for (const PlotDeedRow& row : plotDeeds()) {
    QStringList keys;
    for (const Qt::Key key : row.keys) {
      keys << keyText(QKeySequence(key));
    }
    section.rows.push_back({keys.join(QStringLiteral("   ")), appearance.say(row.words)});
  }
  return section;
}

// Qt's own.
ShortcutSection commonKeys(const Appearance& appearance) {
  const auto row = [&](const QKeySequence& keys, const char* words) {
    return ShortcutRow{keyText(keys), appearance.say(words)};
  };
  return {"window.shortcuts.table",
          {row(QKeySequence(QKeySequence::Copy), "window.shortcuts.copy"),
           row(QKeySequence(QKeySequence::SelectAll), "window.shortcuts.all"),
           row(QKeySequence(Qt::Key_Return), "window.shortcuts.choose"),
           row(QKeySequence(Qt::Key_Tab), "window.shortcuts.next"),
           row(QKeySequence(Qt::Key_Escape), "window.shortcuts.back")}};
}

}  // namespace

std::vector<ShortcutSection> shortcutSections(const Actions& actions,
                                              const Appearance& appearance) {
  return {windowKeys(actions, appearance), plotKeys(appearance), commonKeys(appearance)};
}

ShortcutSheet::ShortcutSheet(const Actions& actions, const Appearance& appearance, QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(appearance.say("window.shortcuts.title"));
  auto* page = new QWidget(this);
  auto* grid = new QGridLayout(page);
  grid->setContentsMargins(4, 4, 16, 4);
  grid->setHorizontalSpacing(24);
  grid->setVerticalSpacing(6);
  grid->setColumnStretch(1, 1);
  int line = 0;
  for (const ShortcutSection& section : shortcutSections(actions, appearance)) {
    auto* title = new QLabel(appearance.say(section.title), page);
    title->setFont(textFont(FontSize::base, QFont::DemiBold));
    title->setContentsMargins(0, line == 0 ? 0 : 12, 0, 0);
    grid->addWidget(title, line++, 0, 1, 2);
    for (const ShortcutRow& row : section.rows) {
      auto* keys = new QLabel(row.keys, page);
      keys->setFont(monoFont(FontSize::small));
      keys->setProperty("look", "muted");
      auto* words = new QLabel(row.words, page);
      for (QLabel* label : {keys, words}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
      }
      grid->addWidget(keys, line, 0);
      grid->addWidget(words, line++, 1);
    }
  }
  grid->setRowStretch(line, 1);
  auto* scroll = new QScrollArea(this);
  scroll->setWidget(page);
  scroll->setWidgetResizable(true);
  scroll->setAccessibleName(windowTitle());
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(appearance.say("window.close"), QDialogButtonBox::RejectRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  column->addWidget(scroll, 1);
  column->addWidget(buttons);
  resize(560, 560);
}

}  // namespace poscope
