#include "app/window/line_edit_keys.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>

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

}  // namespace

LineEditKeys::LineEditKeys(QObject* parent) : QObject(parent) {
  QCoreApplication::instance()->installEventFilter(this);
}

bool LineEditKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) {
    return false;
  }
  const auto* box = qobject_cast<QLineEdit*>(watched);
  if (box == nullptr || !belongsToTheWindow(*box, *static_cast<QKeyEvent*>(event))) {
    return false;
  }
  event->ignore();  // Not taken by the box: the shortcut is looked up.
  return true;
}

}  // namespace poscope
