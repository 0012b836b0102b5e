#include "app/panel/line_icon.h"

#include <QPainter>
#include <QPixmap>

namespace poscope {

QIcon lineIcon(const QColor& colour, double width, std::initializer_list<QLineF> lines) {
  QPixmap picture(48, 48);
  picture.setDevicePixelRatio(3);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
  for (const QLineF& line : lines) {
    painter.drawLine(line);
  }
  return QIcon(picture);
}

}  // namespace poscope
