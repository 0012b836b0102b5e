#include "app/plot/cell_values.h"

#include <QPainter>
#include <algorithm>
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
constexpr float kNearlyNothing = 0.05F;

}  // namespace

CellValues::CellValues(const PlotStyle& style)
    : font_(style.mono(FontSize::tiny)),
      metrics_(font_),
      scale_(style.scale()),
      masked_(style.pagePoints > 0 ? QString() : style.words("plot.masked")),
      muted_(style.colours().muted) {}

double CellValues::roomIn(const QSizeF& cell) const {
  const double margin = cell.width() > kRoomy * scale_ ? kMargin : 0.5 * kMargin;
  return cell.width() - margin * scale_;
}

bool CellValues::fit(const QSizeF& cell, std::span<const float> values) const {
  return cell.width() > kLeastWidth * scale_ && cell.height() > metrics_.height() &&
         std::all_of(values.begin(), values.end(), [&](float value) {
           return std::isnan(value) || !text(value, roomIn(cell)).isEmpty();
         });
}

// As many digits as there is room for, in narrow cells without the zero before the point; and what
// is nearly nothing as that.
QString CellValues::text(float value, double room) const {
  const auto fits = [this, room](const QString& words) {
    return metrics_.horizontalAdvance(words) <= room;
  };
  const bool roomy = room > (kRoomy - kMargin) * scale_;
  for (int digits = roomy ? kMostDigits : kFewDigits; digits > 0; --digits) {
    QString words = numberText(static_cast<double>(value), digits);
    if (!roomy && !fits(words) && std::abs(value) < 1) {
      words.replace(QLatin1String("0."), QLatin1String("."));
    }
    if (fits(words)) {
      return words;
    }
  }
  const QString nothing = QStringLiteral("≈0");
  return std::abs(value) < kNearlyNothing && fits(nothing) ? nothing : QString();
}

void CellValues::draw(QPainter& painter, const QRectF& cell, float value, QRgb background) const {
  if (std::isnan(value) && !isOutside(value)) {  // The hatch says it.
    return;
  }
  const bool masked = isOutside(value);
  const QString words = masked ? masked_ : text(value, roomIn(cell.size()));
  if (words.isEmpty() || cell.height() < metrics_.height() ||
      metrics_.horizontalAdvance(words) > cell.width()) {
    return;
  }
  painter.setFont(font_);
  painter.setPen(masked ? muted_
                        : inkOn(background == kLostMark ? qRgb(255, 255, 255) : background));
  painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, words);
}

}  // namespace poscope
