#include "app/plot/annotations.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>

#include "app/plot/rich_text.h"

namespace poscope {
namespace {

constexpr double kStripTint = 0.87;  ///< How far a strip's colour is mixed into the surface.
constexpr double kSampleRoom = 24;   ///< Of the mark before a legend entry.
constexpr float kOverAlpha = 0.25F;
constexpr float kVeilAlpha = 0.85F;
constexpr double kNoteWidth = 260;  ///< Notes wrap at this width, logical pixels on screen.

// Lower right, lower left, upper right, upper left of a point, moved inside of the plot.
std::array<QPointF, 4> besidePoint(const QPointF& at, const QSizeF& size, double gap,
                                   const QRectF& area) {
  const double right = std::max(area.left(), area.right() - size.width());
  const double bottom = std::max(area.top(), area.bottom() - size.height());
  std::array<QPointF, 4> corners;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const double x = k % 2 == 0 ? at.x() + gap : at.x() - gap - size.width();
    const double y = k < 2 ? at.y() + gap : at.y() - gap - size.height();
    corners[k] = {std::clamp(x, area.left(), right), std::clamp(y, area.top(), bottom)};
  }
  return corners;
}

QPointF emptiest(const std::array<QPointF, 4>& corners, const QSizeF& size,
                 const Covered& covered) {
  std::array<int, 4> ink{};
  std::transform(corners.begin(), corners.end(), ink.begin(),
                 [&](const QPointF& corner) { return covered(QRectF(corner, size)); });
  return corners[static_cast<std::size_t>(std::min_element(ink.begin(), ink.end()) - ink.begin())];
}

// Where words cannot avoid the data, the data fades behind them.
void fadeBehind(QPainter& painter, const QRectF& words, const Covered& covered,
                const QColor& surface) {
  if (covered(words) > 0) {
    QColor veil = surface;
    veil.setAlphaF(kVeilAlpha);
    painter.fillRect(words.adjusted(-2, 0, 2, 0), veil);
  }
}

QRectF areaOf(const QCPAxis* axis) {
  return QRectF(axis->axisRect()->rect()).translated(0, -1);
}

}  // namespace

StripPainter::StripPainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x,
                           const PlotStyle& style, bool over)
    : QCPLayerable(plot, layerName), x_(x), style_(style), over_(over) {}

void StripPainter::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

void StripPainter::draw(QCPPainter* painter) {
  for (const StripLayer& strip : strips_) {
    drawStrip(*painter, strip);
  }
}

void StripPainter::drawStrip(QCPPainter& painter, const StripLayer& strip) const {
  const QRectF area = areaOf(x_);
  const double one = x_->coordToPixel(strip.x0);
  const double other = x_->coordToPixel(strip.x1);
  const double from = std::max(area.left(), std::min(one, other));
  const double to = std::min(area.right(), std::max(one, other));
  if (from > to) {
    return;
  }
  const Theme& colours = style_.colours();
  const QColor colour = markColour(colours, strip.role);
  if (strip.x0 == strip.x1) {
    painter.setPen(QPen(colour, 1.2 * style_.scale(), Qt::DashLine));
    painter.drawLine(QLineF(from, area.top(), from, area.bottom()));
  } else {
    QColor fill = mixed(colour, colours.surface, kStripTint);
    if (over_) {
      fill = colour;
      fill.setAlphaF(kOverAlpha);
    }
    painter.fillRect(QRectF(from, area.top(), to - from, area.height()), fill);
  }
  if (!strip.label.empty()) {
    RichText label(strip.label, style_, style_.text(FontSize::small),
                   textColour(colours, strip.role));
    const double gap = 4 * style_.scale();
    const double width = std::min(label.naturalWidth() + 1, area.width() / 2);
    label.wrap(width);
    label.draw(painter, {std::min(from + gap, area.right() - width), area.top() + gap});
  }
}

NotePainter::NotePainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x, QCPAxis* y,
                         const PlotStyle& style, Covered covered)
    : QCPLayerable(plot, layerName), x_(x), y_(y), style_(style), covered_(std::move(covered)) {}

void NotePainter::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

void NotePainter::draw(QCPPainter* painter) {
  for (const NoteLayer& note : notes_) {
    drawNote(*painter, note);
  }
}

void NotePainter::drawNote(QCPPainter& painter, const NoteLayer& note) const {
  const QRectF area = areaOf(x_);
  const QPointF at(x_->coordToPixel(note.x), y_->coordToPixel(note.y));
  if (!area.adjusted(-1, -1, 1, 1).contains(at)) {
    return;
  }
  const Theme& colours = style_.colours();
  RichText title(note.title, style_, style_.text(FontSize::small, QFont::DemiBold),
                 textColour(colours, note.role));
  RichText detail(note.detail, style_, style_.text(FontSize::small), colours.muted);
  const double gap = 10 * style_.scale();
  const double room = std::min(kNoteWidth * style_.scale(), area.width() - 2 * gap);
  const double width = std::min(room, std::max(title.naturalWidth(), detail.naturalWidth()) + 1);
  const double height =
      (title.empty() ? 0 : title.wrap(width)) + (detail.empty() ? 0 : detail.wrap(width));
  const QSizeF size(width, height);
  const QPointF corner = emptiest(besidePoint(at, size, gap, area), size, covered_);
  fadeBehind(painter, QRectF(corner, size), covered_, colours.surface);
  if (!title.empty()) {
    title.draw(painter, corner);
  }
  if (!detail.empty()) {
    detail.draw(painter, corner + QPointF(0, title.empty() ? 0 : title.height()));
  }
}

LegendPainter::LegendPainter(QCustomPlot* plot, QCPAxisRect* area, const PlotStyle& style,
                             std::vector<LegendEntry> entries, Covered covered)
    : QCPLayerable(plot, QStringLiteral("notes")),
      area_(area),
      style_(style),
      entries_(std::move(entries)),
      covered_(std::move(covered)) {}

void LegendPainter::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

LegendPainter::Grid LegendPainter::grid() const {
  const QFontMetricsF metrics(style_.text(FontSize::small));
  Grid grid;
  for (const LegendEntry& entry : entries_) {
    grid.columnWidth = std::max(grid.columnWidth, metrics.horizontalAdvance(entry.label));
  }
  grid.columnWidth += (kSampleRoom + 12) * style_.scale();
  grid.step = metrics.height() + 4 * style_.scale();
  const double room = std::max(grid.step, area_->height() - 12 * style_.scale());
  const auto most = static_cast<std::size_t>(room / grid.step);
  grid.columns = (entries_.size() + most - 1) / most;
  grid.rows = (entries_.size() + grid.columns - 1) / grid.columns;
  return grid;
}

QPointF LegendPainter::place(const QSizeF& size) const {
  const QRectF area(area_->rect());
  const double gap = 10 * style_.scale();
  const double right = std::max(area.left() + gap, area.right() - gap - size.width());
  const double bottom = area.bottom() - gap - size.height();
  const double left = area.left() + gap;
  const double top = area.top() + gap * 0.6;
  const std::array<QPointF, 4> corners{QPointF(left, top), QPointF(right, top),
                                       QPointF(right, bottom), QPointF(left, bottom)};
  return emptiest(corners, size, covered_);
}

void LegendPainter::drawSample(QCPPainter& painter, const LegendEntry& entry,
                               const QPointF& centre) const {
  const double reach = 8 * style_.scale();
  const QPen pen(entry.mark.colour, entry.mark.width);
  painter.setPen(Qt::NoPen);
  painter.setBrush(entry.mark.colour);
  const double half = entry.mark.size / 2;
  if (entry.isBand) {
    painter.setBrush(mixed(entry.mark.colour, style_.colours().surface, 0.7));
    painter.drawRect(QRectF(centre.x() - reach, centre.y() - reach / 2, 2 * reach, reach));
  } else if (entry.mark.mark == Mark::dots) {
    painter.drawEllipse(centre, half, half);
  } else if (entry.mark.mark == Mark::squares) {
    painter.drawRect(QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half));
  } else {
    QPen line = pen;
    if (entry.mark.mark == Mark::dashed) {
      line.setDashPattern({5, 3});
      line.setCapStyle(Qt::FlatCap);
    }
    painter.setPen(line);
    painter.drawLine(QLineF(centre.x() - reach, centre.y(), centre.x() + reach, centre.y()));
  }
}

void LegendPainter::draw(QCPPainter* painter) {
  if (entries_.empty()) {
    return;
  }
  const QFont font = style_.text(FontSize::small);
  const QFontMetricsF metrics(font);
  const Grid layout = grid();
  const QPointF corner = place(layout.size());
  fadeBehind(*painter, QRectF(corner, layout.size()), covered_, style_.colours().surface);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const double left = corner.x() + static_cast<double>(k / layout.rows) * layout.columnWidth;
    const double top = corner.y() + static_cast<double>(k % layout.rows) * layout.step;
    const double baseline = top + (layout.step - metrics.height()) / 2 + metrics.ascent();
    drawSample(*painter, entries_[k], {left + 8 * style_.scale(), top + layout.step / 2});
    painter->setFont(font);
    painter->setPen(QPen(style_.colours().muted));
    painter->drawText(QPointF(left + kSampleRoom * style_.scale(), baseline), entries_[k].label);
  }
}

TitlePainter::TitlePainter(QCustomPlot* plot, QCPAxisRect* area, const QString& title,
                           const PlotStyle& style)
    : QCPLayerable(plot, QStringLiteral("notes")), area_(area), title_(title), style_(style) {}

void TitlePainter::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

int TitlePainter::height() const {
  const QFontMetricsF metrics(style_.text(FontSize::base, QFont::DemiBold));
  return title_.isEmpty() ? 0 : static_cast<int>(metrics.height() + 14 * style_.scale());
}

void TitlePainter::draw(QCPPainter* painter) {
  if (title_.isEmpty()) {
    return;
  }
  const QFont font = style_.text(FontSize::base, QFont::DemiBold);
  const QFontMetricsF metrics(font);
  painter->setFont(font);
  painter->setPen(QPen(style_.colours().text));
  const double baseline = area_->top() - 10 * style_.scale() - metrics.descent();
  const double room = parentPlot()->viewport().right() - area_->left();
  painter->drawText(QPointF(area_->left(), baseline),
                    metrics.elidedText(title_, Qt::ElideRight, room));
}

CursorPainter::CursorPainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x, QCPAxis* y,
                             const PlotStyle& style)
    : QCPLayerable(plot, layerName), x_(x), y_(y), style_(style) {}

void CursorPainter::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

void CursorPainter::draw(QCPPainter* painter) {
  if (!place_) {
    return;
  }
  const QPointF at(x_->coordToPixel(place_->x()), y_->coordToPixel(place_->y()));
  if (!areaOf(x_).adjusted(-1, -1, 1, 1).contains(at)) {
    return;
  }
  // A halo in the surface's colour keeps the ring readable on any map.
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(style_.colours().surface, 4.5));
  painter->drawEllipse(at, 6.5, 6.5);
  painter->setPen(QPen(style_.colours().text, 2));
  painter->drawEllipse(at, 6.5, 6.5);
}

}  // namespace poscope
