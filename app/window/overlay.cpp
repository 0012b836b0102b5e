#include "app/window/overlay.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

namespace poscope {
namespace {

constexpr int kTop = 64;
constexpr int kSide = 24;

}  // namespace

Overlay::Overlay(QWidget* window) : QFrame(window) {
  setProperty("look", "card");
  setAttribute(Qt::WA_StyledBackground);
  hide();
}

void Overlay::open() {
  if (isHidden()) {
    before_ = QApplication::focusWidget();
    qApp->installEventFilter(this);
  }
  prepare();
  place();
  show();
  raise();
  setFocus();
}

void Overlay::leave() {
  if (isHidden()) {
    return;
  }
  qApp->removeEventFilter(this);
  const QWidget* const now = QApplication::focusWidget();
  const bool ours = now == nullptr || now == this || isAncestorOf(now);
  hide();
  if (ours && before_ != nullptr && before_->isVisible()) {
    before_->setFocus();
  }
}

void Overlay::place() {
  const QSize room = window()->size() - QSize(2 * kSide, kTop + kSide);
  const QSize size = wantedSize().boundedTo(room);
  setGeometry((window()->width() - size.width()) / 2, kTop, size.width(), size.height());
}

bool Overlay::eventFilter(QObject* watched, QEvent* event) {
  if (watched == window() && event->type() == QEvent::Resize) {
    place();
  }
  if (watched == window() && event->type() == QEvent::WindowDeactivate) {
    leave();
  }
  if (event->type() == QEvent::MouseButtonPress && watched->isWidgetType()) {
    const auto* const widget = static_cast<const QWidget*>(watched);
    if (widget != this && !isAncestorOf(widget) && widget->window() == window()) {
      leave();  // And the click does what it does.
    }
  }
  return QFrame::eventFilter(watched, event);
}

void Overlay::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    leave();
    return;
  }
  QFrame::keyPressEvent(event);
}

}  // namespace poscope
