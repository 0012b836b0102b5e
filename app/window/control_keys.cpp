#include "app/window/control_keys.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>

#include "app/plot/painted_widget.h"

namespace poscope {
namespace {

bool belongsToTheWindow(const QLineEdit& box, const QKeyEvent& key) {
  // Qt's boxes know them for what few people do in a box of one number.
  const bool commands =
      (key.key() == Qt::Key_E || key.key() == Qt::Key_K) && key.modifiers() == Qt::ControlModifier;
  const bool undoes = key.matches(QKeySequence::Undo) && !box.isUndoAvailable();
  const bool redoes = key.matches(QKeySequence::Redo) && !box.isRedoAvailable();
  return commands || undoes || redoes;
}

// Qt gives a shortcut before a press.
bool isPressed(const QObject& control, const QKeyEvent& key) {
  const bool presses = qobject_cast<const QAbstractButton*>(&control) != nullptr ||
                       qobject_cast<const QComboBox*>(&control) != nullptr ||
                       qobject_cast<const QAbstractItemView*>(&control) != nullptr ||
                       qobject_cast<const PaintedWidget*>(&control) != nullptr;
  return presses && key.key() == Qt::Key_Space && key.modifiers() == Qt::NoModifier;
}

}  // namespace

ControlKeys::ControlKeys(QObject* parent) : QObject(parent) {
  QCoreApplication::instance()->installEventFilter(this);
}

bool ControlKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) {
    return false;
  }
  const auto& key = *static_cast<QKeyEvent*>(event);
  if (isPressed(*watched, key)) {
    event->accept();  // Taken by the control: no shortcut is looked up.
    return true;
  }
  const auto* box = qobject_cast<QLineEdit*>(watched);
  if (box == nullptr || !belongsToTheWindow(*box, key)) {
    return false;
  }
  event->ignore();  // Not taken by the box: the shortcut is looked up.
  return true;
}

}  // namespace poscope
