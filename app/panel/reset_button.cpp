#include "app/panel/reset_button.h"

#include <QPainter>
#include <QPainterPath>

#include "app/panel/appearance.h"

namespace poscope {
namespace {

constexpr int kSize = 18;
constexpr double kRadius = 4.5;

}  // namespace

ResetButton::ResetButton(const Appearance& appearance, QWidget* parent)
    : QToolButton(parent), appearance_(appearance) {
  setProperty("look", "icon");
  setFixedSize(kSize, kSize);
  setCursor(Qt::PointingHandCursor);
  setNeeded(false);
}

QSize ResetButton::sizeHint() const {
  return {kSize, kSize};
}

void ResetButton::setNeeded(bool needed) {
  needed_ = needed;
  setEnabled(needed);
  setFocusPolicy(needed ? Qt::TabFocus : Qt::NoFocus);
  update();
}

void ResetButton::setPointedAt(bool pointedAt) {
  pointedAt_ = pointedAt;
  update();
}

// An open circle that turns back, with its head at the upper left.
void ResetButton::paintEvent(QPaintEvent* /*event*/) {
  if (!isSeen()) {
    return;
  }
  const Theme& colours = appearance_.colours();
  const QColor colour = hasFocus() || underMouse() ? colours.accent : colours.muted;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap));
  const QPointF middle = QRectF(rect()).center();
  const QRectF circle(middle.x() - kRadius, middle.y() - kRadius, 2 * kRadius, 2 * kRadius);
  QPainterPath path;
  constexpr double kStart = 150;
  path.arcMoveTo(circle, kStart);
  const QPointF head = path.currentPosition();
  path.arcTo(circle, kStart, -300);
  painter.drawPath(path);
  painter.drawLine(head, head + QPointF(-0.5, -3.5));
  painter.drawLine(head, head + QPointF(3.5, -0.5));
  if (hasFocus()) {
    painter.setPen(colours.accent);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  }
}

}  // namespace poscope
