#include "app/panel/switch_box.h"

#include <QPainter>

#include "app/panel/appearance.h"

namespace poscope {

SwitchBox::SwitchBox(const Appearance& appearance, QWidget* parent)
    : QAbstractButton(parent), appearance_(appearance) {
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void SwitchBox::paintEvent(QPaintEvent* /*event*/) {
  const Theme& theme = appearance_.colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF track(2.5, (height() - 16) / 2.0, 30, 16);
  painter.setPen(QPen(isChecked() || hasFocus() ? theme.accent : theme.muted, hasFocus() ? 2 : 1));
  painter.setBrush(isChecked() ? theme.accent : theme.surface);
  painter.drawRoundedRect(track, 8, 8);
  // On is shown by place and filling, never by colour alone.
  const double x = isChecked() ? track.right() - 13 : track.left() + 3;
  painter.setPen(Qt::NoPen);
  painter.setBrush(isChecked() ? theme.surface : theme.muted);
  painter.drawEllipse(QRectF(x, track.top() + 3, 10, 10));
}

}  // namespace poscope
