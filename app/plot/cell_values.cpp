#include "app/plot/cell_values.h"

#include <QPainter>
#include <cmath>

#include "app/plot/colour_map.h"
#include "app/plot/number_text.h"

namespace poscope {
namespace {

constexpr double kLeastWidth = 24;
constexpr double kRoomy =
    60;  ///< Wider cells print what a float holds, narrower ones a few digits.
constexpr double kMargin = 8;  ///< Left and right together.
constexpr int kFewDigits = 3;
constexpr int kMostDigits = 8;

}  // namespace

CellValues::CellValues(const PlotStyle& style)
    : font_(style.mono(FontSize::tiny)), metrics_(font_), scale_(style.scale()) {}

bool CellValues::fit(const QSizeF& cell) const {
  return cell.width() > kLeastWidth * scale_ && cell.height() > metrics_.height();
}

QString CellValues::text(float value, double room) const {
  const bool roomy = room > (kRoomy - kMargin) * scale_;
  for (int digits = roomy ? kMostDigits : kFewDigits; digits > 0; --digits) {
    QString text = numberText(static_cast<double>(value), digits);
    if (metrics_.horizontalAdvance(text) <= room) {
      return text;
    }
  }
  return {};
}

void CellValues::draw(QPainter& painter, const QRectF& cell, float value, QRgb background) const {
  if (std::isnan(value)) {  // The hatch, or the missing cell, says it.
    return;
  }
  const double margin = cell.width() > kRoomy * scale_ ? kMargin : 0.5 * kMargin;
  const QString words = text(value, cell.width() - margin * scale_);
  painter.setFont(font_);
  painter.setPen(inkOn(background == kLostMark ? qRgb(255, 255, 255) : background));
  painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, words);
}

}  // namespace poscope
