#include "app/panel/play_button.h"

#include <QPainter>

#include "app/panel/appearance.h"

namespace poscope {
namespace {

constexpr int kSize = 20;

}  // namespace

PlayButton::PlayButton(const Appearance& appearance, QWidget* parent)
    : QToolButton(parent), appearance_(appearance) {
  setProperty("look", "icon");
  setFixedSize(kSize, kSize);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);  // Else a click would give the keyboard to the box around it.
}

QSize PlayButton::sizeHint() const {
  return {kSize, kSize};
}

void PlayButton::setPlaying(bool playing) {
  playing_ = playing;
  update();
}

void PlayButton::paintEvent(QPaintEvent* /*event*/) {
  const Theme& colours = appearance_.colours();
  const bool marked = playing_ || hasFocus() || underMouse();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(!isEnabled() ? colours.faint : marked ? colours.accent : colours.muted);
  const QPointF middle = QRectF(rect()).center();
  if (playing_) {
    painter.drawRect(QRectF(middle.x() - 4, middle.y() - 4.5, 3, 9));
    painter.drawRect(QRectF(middle.x() + 1, middle.y() - 4.5, 3, 9));
  } else {
    painter.drawPolygon(
        QPolygonF{middle + QPointF(-3.5, -5), middle + QPointF(5, 0), middle + QPointF(-3.5, 5)});
  }
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(colours.accent);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  }
}

}  // namespace poscope
