#include "app/plot/cell_values.h"

#include <QPainter>

#include "app/plot/colour_map.h"
#include "app/plot/number_text.h"

namespace poscope {
namespace {

constexpr double kLeastWidth = 24;
constexpr int kMostDigits = 8;  // What a float holds.

}  // namespace

CellValues::CellValues(const PlotStyle& style)
    : font_(style.mono(FontSize::tiny)), metrics_(font_), scale_(style.scale()) {}

bool CellValues::fit(const QSizeF& cell) const {
  return cell.width() > kLeastWidth * scale_ && cell.height() > metrics_.height();
}

QString CellValues::text(float value, double room) const {
  for (int digits = kMostDigits; digits > 0; --digits) {
    QString text = numberText(static_cast<double>(value), digits);
    if (metrics_.horizontalAdvance(text) <= room) {
      return text;
    }
  }
  return {};
}

void CellValues::draw(QPainter& painter, const QRectF& cell, float value, QRgb background) const {
  const QString words = text(value, cell.width() - 4 * scale_);
  painter.setFont(font_);
  painter.setPen(inkOn(background == kLostMark ? qRgb(255, 255, 255) : background));
  painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, words);
}

}  // namespace poscope
