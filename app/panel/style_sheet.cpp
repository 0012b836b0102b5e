#include "app/panel/style_sheet.h"

#include <QPair>
#include <QStringList>

namespace poscope {
namespace {

// "@name" stands for a token. Sizes follow the 4 px grid of look/LOOK.md.
constexpr const char* kSurfaces = R"(
QMainWindow, QDialog { background: @background; }
QWidget { color: @text; }
QToolTip { background: @surface; color: @text; border: 1px solid @border; padding: 4px 6px; }
*[look="panel"] { background: @surface; }
*[look="bar"] { background: @surface; }
*[look="card"] { background: @surface; border: 1px solid @border; border-radius: 10px; }
*[look="hairline"] { background: @border; }
QScrollArea { border: none; background: @surface; }
QScrollArea > QWidget > QWidget { background: @surface; }
QSplitter::handle { background: @border; }
QSplitter::handle:hover { background: @accent; }
QLabel[look="muted"] { color: @muted; }
QLabel[look="error"] { color: @bad; }
QLabel[look="section"] { color: @text; }
QFrame#banner { background: @surface; border: 1px solid @border; border-left: 3px solid @accent; border-radius: 6px; }
QFrame#banner[level="error"] { border-left-color: @bad; }
QFrame#banner[level="warning"] { border-left-color: @mark; }
)";

constexpr const char* kButtons = R"(
QPushButton, QToolButton { background: @surface; color: @text; border: 1px solid @border; border-radius: 6px;
  padding: 0 6px; min-height: 26px; }
QPushButton:hover, QToolButton:hover { background: @background; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked { background: @accentBackground; color: @accent; }
QPushButton:disabled, QToolButton:disabled { color: @faint; }
QPushButton:focus, QToolButton:focus { border-color: @accent; }
QPushButton:default { background: @accent; color: @surface; border-color: @accent; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton[look="quiet"] { border-color: transparent; background: transparent; padding: 0 4px; min-height: 20px;
  color: @muted; }
QToolButton[look="quiet"]:hover { color: @text; }
QToolButton[look="quiet"]:focus { border-color: @accent; }
QToolButton[look="pane"] { border: none; border-bottom: 1px solid @border; border-radius: 0; background: transparent;
  padding: 0 4px; min-height: 24px; color: @muted; text-align: left; }
QToolButton[look="pane"]:hover { color: @text; }
QToolButton[look="pane"][active="true"] { color: @text; font-weight: 600; border-bottom: 2px solid @accent; }
QToolButton[look="pane"]:focus { color: @accent; }
QToolButton[look="icon"] { border-color: transparent; background: transparent; padding: 0; min-height: 16px; }
QToolButton[look="icon"]:focus { border-color: @accent; }
QToolButton[look="segment"] { border-radius: 0; border-left-width: 0; color: @muted; padding: 0 8px; }
QToolButton[look="segment"][place="first"] { border-left-width: 1px; border-top-left-radius: 6px;
  border-bottom-left-radius: 6px; }
QToolButton[look="segment"][place="last"] { border-top-right-radius: 6px; border-bottom-right-radius: 6px; }
QToolButton[look="segment"]:checked { background: @accentBackground; color: @accent; font-weight: 600; }
QToolButton[look="segment"]:focus { border: 1px solid @accent; }
QToolButton[look="chip"] { border-radius: 12px; padding: 0 2px; min-height: 22px; color: @muted; }
QToolButton[look="chip"]:hover { color: @text; }
QToolButton[look="chip"]:checked { color: @accent; border-color: @accent; font-weight: 600; }
QToolButton[look="chip"][role="a"]:checked { color: @aText; border-color: @a; }
QToolButton[look="chip"][role="b"]:checked { color: @b; border-color: @b; }
QPushButton[look="fold"] { border-color: transparent; background: transparent; padding: 0; min-height: 20px;
  color: @accent; text-align: left; }
QPushButton[look="fold"]:checked { background: transparent; }
QPushButton[look="fold"]:hover { text-decoration: underline; }
QPushButton[look="fold"]:focus { border-color: @accent; }
QToolButton[look="badge"] { border-radius: 12px; padding: 0 8px; min-height: 22px; }
QToolButton[look="badge"]:hover { background: @sunken; }
QToolButton[look="badge"][role="good"] { color: @good; border-color: @good; }
QToolButton[look="badge"][role="bad"] { color: @bad; border-color: @bad; font-weight: 600; }
QToolButton[look="badge"]:disabled { color: @faint; border-color: @border; }
QToolButton[look="badge"]:focus, QToolButton[look="chip"]:focus { background: @accentBackground;
  border-color: @accent; }
)";

constexpr const char* kInputs = R"(
QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox { background: @surface; color: @text; border: 1px solid @border;
  border-radius: 6px; padding: 0 8px; min-height: 26px; selection-background-color: @accent;
  selection-color: @surface; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: @accent; }
QLineEdit[wrong="true"] { border-color: @bad; }
QLineEdit > QToolButton { border: none; background: transparent; padding: 0; min-height: 0; }
QLineEdit:disabled, QComboBox:disabled { color: @faint; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
  width: 0; border: none; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QComboBox[look="small"] { min-height: 22px; }
QComboBox::drop-down { border: none; width: 18px; }
QComboBox::down-arrow { image: url(:/chrome/@arrow); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: @surface; border: 1px solid @border; outline: 0;
  selection-background-color: @accentBackground; selection-color: @accent; }
QSlider { min-height: 16px; border: 1px solid transparent; border-radius: 6px; }
QSlider:focus { border-color: @accent; }
QSlider::groove:horizontal { height: 4px; background: @border; border-radius: 2px; }
QSlider::sub-page:horizontal { height: 4px; background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { background: @surface; border: 2px solid @accent; width: 12px; height: 12px;
  margin: -6px 0; border-radius: 8px; }
QSlider::handle:horizontal:focus { background: @accentBackground; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @muted; border-radius: 3px;
  background: @surface; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/chrome/@check); }
QCheckBox:focus { color: @accent; }
)";

constexpr const char* kLists = R"(
QListView, QTreeView { background: @surface; border: none; outline: 0; }
*[look="rows"]::item { padding: 3px 6px; border-radius: 4px; }
*[look="rows"]::item:hover { background: @background; }
*[look="rows"]::item:selected { background: @accentBackground; color: @accent; }
*[look="rows"]::item:disabled { background: transparent; }
QTextBrowser, QPlainTextEdit { background: @surface; border: 1px solid @border; border-radius: 6px; padding: 8px; }
QMenu { background: @surface; border: 1px solid @border; padding: 4px; menu-scrollable: 1; }
QMenu::item { padding: 4px 24px 5px 22px; border-radius: 4px; color: @text; }
QMenu::item:selected { background: @accentBackground; color: @accent; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }
QTabWidget::pane { border: none; border-top: 1px solid @border; }
QTabBar::tab { padding: 6px 12px; color: @muted; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @accent; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent; }
QScrollBar:vertical { background: transparent; width: 8px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 3px; margin: 1px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

}  // namespace

QString styleSheet(const Theme& theme) {
  // Longer names first: "@accent" begins "@accentBackground".
  const QList<QPair<QString, QString>> tokens{
      {QStringLiteral("@accentBackground"), theme.accentBackground.name()},
      {QStringLiteral("@accent"), theme.accent.name()},
      {QStringLiteral("@background"), theme.background.name()},
      {QStringLiteral("@surface"), theme.surface.name()},
      {QStringLiteral("@sunken"), theme.sunken.name()},
      {QStringLiteral("@border"), theme.border.name()},
      {QStringLiteral("@text"), theme.text.name()},
      {QStringLiteral("@muted"), theme.muted.name()},
      {QStringLiteral("@faint"), theme.faint.name()},
      {QStringLiteral("@mark"), theme.mark.name()},
      {QStringLiteral("@bad"), theme.bad.name()},
      {QStringLiteral("@good"), theme.good.name()},
      {QStringLiteral("@aText"), theme.aText.name()},
      {QStringLiteral("@arrow"), theme.kind == ThemeKind::dark ? QStringLiteral("arrow-dark.svg")
                                                               : QStringLiteral("arrow-light.svg")},
      {QStringLiteral("@check"), theme.kind == ThemeKind::dark ? QStringLiteral("check-dark.svg")
                                                               : QStringLiteral("check-light.svg")},
      {QStringLiteral("@a"), theme.a.name()},
      {QStringLiteral("@b"), theme.b.name()},
  };
  QString sheet = QLatin1String(kSurfaces) + QLatin1String(kButtons) + QLatin1String(kInputs) +
                  QLatin1String(kLists);
  for (const auto& [name, value] : tokens) {
    sheet.replace(name, value);
  }
  return sheet;
}

}  // namespace poscope
