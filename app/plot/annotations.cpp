#include "app/plot/annotations.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/plot/rich_text.h"

namespace poscope {
namespace {

constexpr double kStripTint = 0.87;  ///< How far a strip's colour is mixed into the surface.
constexpr float kOverAlpha = 0.25F;
constexpr float kVeilAlpha = 0.85F;
constexpr double kNoteGap = 10;     ///< Between a note and its point.
constexpr double kNoteRoom = 4;     ///< Between a note and data.
constexpr double kNoteReach = 0.7;  ///< How far off a note may stand, in sizes of the plot.
constexpr int kDirections = 16;     ///< In which a free place is looked for.
constexpr double kNoteLines = 3;  ///< Lower plots, in lines of a note, have none that covers data.
constexpr double kNoteMark = 3;   ///< Radius of the mark on a note's point.
constexpr int kWordWeight = 20;   ///< Marks that a square under words counts as.
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

// Words whose edge is `distance` off a point in a direction.
QRectF wordsAway(const QPointF& at, const QSizeF& size, double angle, double distance) {
  const QPointF direction(std::cos(angle), std::sin(angle));
  const QPointF centre(at.x() + direction.x() * (distance + size.width() / 2),
                       at.y() + direction.y() * (distance + size.height() / 2));
  return {centre - QPointF(size.width() / 2, size.height() / 2), size};
}

// The free place that is nearest to a point.
std::optional<QRectF> nearestFree(const QPointF& at, const QSizeF& size, double scale,
                                  const QRectF& area, const InkMap& ink) {
  const double room = kNoteRoom * scale;
  const double farthest = kNoteReach * std::max(area.width(), area.height());
  for (double distance = kNoteGap * scale; distance < farthest; distance += room) {
    for (int k = 0; k < kDirections; ++k) {
      const double angle = (2 * k + 1) * std::acos(-1.0) / kDirections;
      const QRectF words = wordsAway(at, size, angle, distance);
      if (area.contains(words) && ink.in(words.adjusted(-room, -room, room, room)) == 0) {
        return words;
      }
    }
  }
  return std::nullopt;
}

// The first for which there is room: all words, the title alone, and both in narrower lines.
constexpr std::array<NoteForm, 4> kNoteForms{{{}, {true, 1}, {false, 0.5}, {true, 0.4}}};

QRectF areaOf(const QCPAxis* axis) {
  return QRectF(axis->axisRect()->rect()).translated(0, -1);
}

// Whether a point of an axis lies in the plot. What is lost has none, which QRectF would take for
// one inside.
bool isInPlot(const QCPAxis* axis, const QPointF& at) {
  return std::isfinite(at.x()) && std::isfinite(at.y()) &&
         areaOf(axis).adjusted(-1, -1, 1, 1).contains(at);
}

}  // namespace

QPointF emptiest(const std::array<QPointF, 4>& places, const QSizeF& size, const Covered& covered) {
  std::array<int, 4> ink{};
  std::transform(places.begin(), places.end(), ink.begin(),
                 [&](const QPointF& place) { return covered(QRectF(place, size)); });
  return places[static_cast<std::size_t>(std::min_element(ink.begin(), ink.end()) - ink.begin())];
}

void fadeBehind(QPainter& painter, const QRectF& words, const QColor& surface) {
  QColor veil = surface;
  veil.setAlphaF(kVeilAlpha);
  painter.fillRect(words.adjusted(-2, 0, 2, 0), veil);
}

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
  if (!(from <= to)) {
    return;
  }
  const Theme& colours = style_.colours();
  const QColor colour = markColour(colours, strip.role);
  if (strip.x0 == strip.x1) {
    painter.setPen(QPen(lineColour(colours, strip.role), 1.2 * style_.scale(), Qt::DashLine));
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

struct NotePainter::Words {
  RichText title;
  RichText detail;
  QSizeF size;
};

NotePainter::Words NotePainter::wordsOf(const NoteLayer& note, NoteForm form) const {
  const Theme& colours = style_.colours();
  Words words{
      {note.title, style_, style_.text(FontSize::small, QFont::DemiBold),
       textColour(colours, note.role)},
      {form.titleOnly ? Text() : note.detail, style_, style_.text(FontSize::small), colours.muted},
      {}};
  const double gap = kNoteGap * style_.scale();
  const double room =
      form.width * std::min(kNoteWidth * style_.scale(), areaOf(x_).width() - 2 * gap);
  const double width =
      std::min(room, std::max(words.title.naturalWidth(), words.detail.naturalWidth()) + 1);
  const double height = (words.title.empty() ? 0 : words.title.wrap(width)) +
                        (words.detail.empty() ? 0 : words.detail.wrap(width));
  words.size = {width, height};
  return words;
}

NotePainter::Place NotePainter::placeOf(const NoteLayer& note, const Words& words,
                                        const Covered& covered) const {
  const auto at = pointOf(note);
  if (!at) {
    return {};
  }
  const auto places = besidePoint(*at, words.size, kNoteGap * style_.scale(), areaOf(x_));
  const QRectF place(emptiest(places, words.size, covered), words.size);
  return {place, covered(place) > 0, {}};
}

std::optional<QPointF> NotePainter::pointOf(const NoteLayer& note) const {
  const QPointF at(x_->coordToPixel(note.x), y_->coordToPixel(note.y));
  return isInPlot(x_, at) ? std::optional(at) : std::nullopt;
}

NotePainter::Place NotePainter::freePlaceOf(const NoteLayer& note, const InkMap& ink) const {
  const auto at = pointOf(note);
  if (!at) {
    return {};
  }
  for (const NoteForm form : kNoteForms) {
    const QSizeF size = wordsOf(note, form).size;
    if (const auto area = nearestFree(*at, size, style_.scale(), areaOf(x_), ink)) {
      return {*area, false, form};
    }
  }
  // In a strip of a plot words would hide what they name; the headline says the same.
  if (areaOf(x_).height() < kNoteLines * wordsOf(note, kNoteForms[1]).size.height()) {
    return {};
  }
  return placeOf(note, wordsOf(note, {}), [&ink](const QRectF& part) { return ink.in(part); });
}

void NotePainter::settle(InkMap& ink) {
  settled_.clear();
  for (const NoteLayer& note : notes_) {
    settled_.push_back(freePlaceOf(note, ink));
    ink.addArea(settled_.back().area, kWordWeight);
  }
}

std::vector<QRectF> NotePainter::areas() const {
  std::vector<QRectF> areas;
  for (const Place& place : settled_) {
    areas.push_back(place.area);
  }
  return areas;
}

// A ground in the surface's colour keeps mark and line apart from the curves that they lie on.
void NotePainter::drawMark(QCPPainter& painter, const NoteLayer& note, const QRectF& words) const {
  const auto at = pointOf(note);
  if (!at) {
    return;
  }
  const Theme& colours = style_.colours();
  const double scale = style_.scale();
  const QPointF end(std::clamp(at->x(), words.left(), words.right()),
                    std::clamp(at->y(), words.top(), words.bottom()));
  const QLineF leader(*at, end);
  if (leader.length() > kNoteGap * scale) {
    painter.setPen(QPen(colours.muted, 0.8 * scale));
    painter.drawLine(QLineF(leader.p1(), leader.pointAt(1 - 2 * scale / leader.length())));
  }
  painter.setPen(QPen(colours.surface, 1.2 * scale));
  painter.setBrush(lineColour(colours, note.role));
  painter.drawEllipse(*at, kNoteMark * scale, kNoteMark * scale);
  painter.setBrush(Qt::NoBrush);
}

void NotePainter::draw(QCPPainter* painter) {
  for (std::size_t k = 0; k < notes_.size(); ++k) {
    const bool settled = k < settled_.size();
    const Words words = wordsOf(notes_[k], settled ? settled_[k].form : NoteForm{});
    const Place place = settled ? settled_[k] : placeOf(notes_[k], words, covered_);
    if (place.area.isNull()) {
      continue;
    }
    if (settled) {
      drawMark(*painter, notes_[k], place.area);
    }
    if (place.covers) {
      fadeBehind(*painter, place.area, style_.colours().surface);
    }
    if (!words.title.empty()) {
      words.title.draw(*painter, place.area.topLeft());
    }
    if (!words.detail.empty()) {
      const double down = words.title.empty() ? 0 : words.title.height();
      words.detail.draw(*painter, place.area.topLeft() + QPointF(0, down));
    }
  }
}

HeadPainter::HeadPainter(QCustomPlot* plot, QCPAxisRect* area, const QString& title,
                         const PlotStyle& style)
    : QCPLayerable(plot, QStringLiteral("notes")), area_(area), title_(title), style_(style) {}

void HeadPainter::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

double HeadPainter::titleHeight() const {
  const QFontMetricsF metrics(style_.text(FontSize::base, QFont::DemiBold));
  return title_.isEmpty() ? 0 : metrics.height() + 14 * style_.scale();
}

// The label of the highest tick reaches half its height over the plot.
double HeadPainter::axisTitleHeight() const {
  const QFontMetricsF metrics(style_.text(FontSize::small));
  return axisTitle_.isEmpty() ? 0 : 1.5 * metrics.height() + 4 * style_.scale();
}

double HeadPainter::rowsGap() const {
  const QFontMetricsF metrics(style_.text(FontSize::small));
  return (axisTitle_.isEmpty() ? 0.5 * metrics.height() : 0) + 2 * style_.scale();
}

int HeadPainter::height() const {
  const double rows = rowsHeight_ > 0 ? rowsHeight_ + rowsGap() + 2 * style_.scale() : 0;
  return static_cast<int>(std::ceil(titleHeight() + axisTitleHeight() + rows));
}

QRectF HeadPainter::rows() const {
  const double edge = 8 * style_.scale();
  const QRect all = parentPlot()->viewport();
  return {edge, area_->top() - axisTitleHeight() - rowsGap() - rowsHeight_, all.right() - 2 * edge,
          rowsHeight_};
}

void HeadPainter::draw(QCPPainter* painter) {
  const double edge = 8 * style_.scale();
  const double right = parentPlot()->viewport().right();
  if (!axisTitle_.isEmpty()) {
    const QFont font = style_.text(FontSize::small);
    const QFontMetricsF metrics(font);
    painter->setFont(font);
    painter->setPen(QPen(style_.colours().muted));
    const double baseline = area_->top() - axisTitleHeight() + metrics.ascent();
    painter->drawText(QPointF(edge, baseline),
                      metrics.elidedText(axisTitle_, Qt::ElideRight, right - 2 * edge));
  }
  if (!title_.isEmpty()) {
    const QFont font = style_.text(FontSize::base, QFont::DemiBold);
    const QFontMetricsF metrics(font);
    painter->setFont(font);
    painter->setPen(QPen(style_.colours().text));
    const double below = height() - titleHeight();
    const double baseline = area_->top() - below - 10 * style_.scale() - metrics.descent();
    const double left = below > 0 ? edge : area_->left();
    painter->drawText(QPointF(left, baseline),
                      metrics.elidedText(title_, Qt::ElideRight, right - left));
  }
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
  if (!isInPlot(x_, at)) {
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
