#include "app/window/blink_key.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWidget>

namespace poscope {

BlinkKey::BlinkKey(QWidget* window) : QObject(window), window_(window) {
  qApp->installEventFilter(this);
}

bool BlinkKey::isOurs(const QObject* watched, const QKeyEvent& key) const {
  return key.key() == kKey && key.modifiers() == Qt::NoModifier && watched->isWidgetType() &&
         static_cast<const QWidget*>(watched)->window() == window_;
}

bool BlinkKey::eventFilter(QObject* watched, QEvent* event) {
  // Who switches to another program with the key down never releases it here.
  if (watched == window_ && event->type() == QEvent::WindowDeactivate && down_) {
    down_ = false;
    emit held(false);
  }
  const bool press = event->type() == QEvent::KeyPress;
  if (!press && event->type() != QEvent::KeyRelease) {
    return false;
  }
  const auto& key = *static_cast<QKeyEvent*>(event);
  const bool typing = qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr;
  if (!isOurs(watched, key) || (typing && !down_)) {
    return false;
  }
  if (!key.isAutoRepeat() && press != down_) {
    down_ = press;
    emit held(press);
  }
  return true;
}

}  // namespace poscope
