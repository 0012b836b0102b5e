#include "app/plot/legend.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>

#include "app/plot/annotations.h"

namespace poscope {
namespace {

constexpr double kSampleRoom = 32;   ///< Of the mark before an entry,
constexpr double kSampleReach = 12;  ///< which shows a whole dash.
constexpr double kEntryGap = 12;
constexpr double kSearchStep = 8;
constexpr int kWordWeight = 20;  ///< Marks that a square under words counts as.

// A place without data, with some room around it, as close to an upper corner as there is.
std::optional<QPointF> freePlace(const InkMap& ink, const QRectF& area, const QSizeF& size,
                                 double scale) {
  const double apart = kEntryGap * 0.5 * scale;
  const double step = kSearchStep * scale;
  std::optional<QPointF> best;
  double nearest = 0;
  for (double y = area.top(); y + size.height() <= area.bottom(); y += step) {
    for (double x = area.left(); x + size.width() <= area.right(); x += step) {
      const double aside = std::min(x - area.left(), area.right() - x - size.width());
      const double distance = aside + y - area.top();
      const QRectF place(QPointF(x, y), size);
      if ((!best || distance < nearest) &&
          ink.in(place.adjusted(-apart, -apart, apart, apart)) == 0) {
        best = QPointF(x, y);
        nearest = distance;
      }
    }
  }
  return best;
}

}  // namespace

LegendPainter::LegendPainter(QCustomPlot* plot, QCPAxisRect* area, const PlotStyle& style,
                             std::vector<LegendEntry> entries)
    : QCPLayerable(plot, QStringLiteral("notes")),
      area_(area),
      style_(style),
      entries_(std::move(entries)),
      labels_(entries_.size()) {}

void LegendPainter::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

double LegendPainter::entryWidth(const LegendEntry& entry) const {
  const QFontMetricsF metrics(style_.text(FontSize::small));
  return metrics.horizontalAdvance(entry.label) + (kSampleRoom + kEntryGap) * style_.scale();
}

double LegendPainter::step() const {
  return QFontMetricsF(style_.text(FontSize::small)).height() + 4 * style_.scale();
}

std::vector<LegendEntry> LegendPainter::listed() const {
  std::vector<LegendEntry> rest;
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    if (!labels_[k]) {
      rest.push_back(entries_[k]);
    }
  }
  return rest;
}

int LegendPainter::labelsAtLines() const {
  return static_cast<int>(std::count_if(labels_.begin(), labels_.end(),
                                        [](const auto& label) { return label.has_value(); }));
}

void LegendPainter::placeLabels(InkMap& ink) {
  const QFontMetricsF metrics(style_.text(FontSize::small));
  const QRectF area = QRectF(area_->rect()).translated(0, -1);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    labels_[k].reset();
    const LegendEntry& entry = entries_[k];
    if (entry.faint && entry.graph != nullptr) {
      const QSizeF words(metrics.horizontalAdvance(entry.label), metrics.height());
      labels_[k] = placeAtLine(*entry.graph, words, ink, area, style_.scale());
    }
    if (labels_[k]) {
      ink.addArea(*labels_[k], kWordWeight);
    }
  }
}

LegendPainter::Grid LegendPainter::grid(std::size_t count) const {
  Grid grid;
  for (const LegendEntry& entry : listed()) {
    grid.columnWidth = std::max(grid.columnWidth, entryWidth(entry));
  }
  grid.step = step();
  const double room = std::max(grid.step, area_->height() - 12 * style_.scale());
  const auto most = static_cast<std::size_t>(room / grid.step);
  grid.columns = std::max<std::size_t>(1, (count + most - 1) / most);
  grid.rows = (count + grid.columns - 1) / grid.columns;
  return grid;
}

bool LegendPainter::putInside(InkMap& ink) {
  rows_.reset();
  covers_ = false;
  const std::size_t count = listed().size();
  if (count == 0) {
    return true;
  }
  const QSizeF size = grid(count).size();
  const double gap = 10 * style_.scale();
  const QRectF area = QRectF(area_->rect()).adjusted(gap, 0.6 * gap, -gap, -gap);
  const double right = std::max(area.left(), area.right() - size.width());
  const double bottom = area.bottom() - size.height();
  const std::array<QPointF, 4> corners{QPointF(area.left(), area.top()), QPointF(right, area.top()),
                                       QPointF(right, bottom), QPointF(area.left(), bottom)};
  const QPointF best = emptiest(corners, size, [&ink](const QRectF& part) { return ink.in(part); });
  const bool cornerIsFree = ink.in(QRectF(best, size)) == 0;
  corner_ = cornerIsFree ? best : freePlace(ink, area, size, style_.scale()).value_or(best);
  const QRectF all(corner_, size);
  covers_ = ink.in(all) > 0;
  ink.addArea(all, kWordWeight);
  return !covers_ && QRectF(area_->rect()).contains(all);
}

std::vector<QPointF> LegendPainter::flow(const std::vector<LegendEntry>& entries,
                                         double width) const {
  std::vector<QPointF> corners;
  QPointF next(0, 0);
  for (const LegendEntry& entry : entries) {
    const double needed = entryWidth(entry);
    if (next.x() > 0 && next.x() + needed - kEntryGap * style_.scale() > width) {
      next = {0, next.y() + step()};
    }
    corners.push_back(next);
    next.rx() += needed;
  }
  return corners;
}

double LegendPainter::heightAbove(double width) const {
  const std::vector<QPointF> corners = flow(listed(), width);
  return corners.empty() ? 0 : corners.back().y() + step();
}

void LegendPainter::drawSample(QCPPainter& painter, const LegendEntry& entry,
                               const QPointF& centre) const {
  const double reach = kSampleReach * style_.scale();
  painter.setPen(Qt::NoPen);
  painter.setBrush(entry.mark.colour);
  const double half = entry.mark.size / 2;
  if (entry.isBand) {
    painter.setBrush(mixed(entry.mark.colour, style_.colours().surface, 0.7));
    const double high = 4 * style_.scale();
    painter.drawRect(QRectF(centre.x() - 2 * high, centre.y() - high, 4 * high, 2 * high));
  } else if (entry.mark.mark == Mark::dots) {
    painter.drawEllipse(centre, half, half);
  } else if (entry.mark.mark == Mark::squares) {
    painter.drawRect(QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half));
  } else if (entry.mark.mark == Mark::crosses) {
    drawCross(painter, centre, entry.mark.colour, entry.mark.size);
  } else {
    const QLineF line(centre.x() - reach, centre.y(), centre.x() + reach, centre.y());
    painter.setPen(linePen(entry.mark));
    painter.drawLine(line);
    if (entry.mark.mark == Mark::arrow) {
      drawHead(painter, line, linePen(entry.mark));
    }
  }
}

void LegendPainter::drawEntry(QCPPainter& painter, const LegendEntry& entry, const QPointF& corner,
                              double width) const {
  const QFont font = style_.text(FontSize::small);
  const QFontMetricsF metrics(font);
  const double height = step();
  const double baseline = corner.y() + (height - metrics.height()) / 2 + metrics.ascent();
  drawSample(painter, entry, {corner.x() + kSampleReach * style_.scale(), corner.y() + height / 2});
  painter.setFont(font);
  painter.setPen(QPen(style_.colours().muted));
  const double before = kSampleRoom * style_.scale();
  const QString words = metrics.elidedText(entry.label, Qt::ElideRight, width - before + 1);
  painter.drawText(QPointF(corner.x() + before, baseline), words);
}

void LegendPainter::draw(QCPPainter* painter) {
  const QFont font = style_.text(FontSize::small);
  const QFontMetricsF metrics(font);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    if (labels_[k]) {
      painter->setFont(font);
      painter->setPen(QPen(style_.colours().muted));
      painter->drawText(labels_[k]->topLeft() + QPointF(0, metrics.ascent()), entries_[k].label);
    }
  }
  const std::vector<LegendEntry> entries = listed();
  if (entries.empty()) {
    return;
  }
  if (rows_) {
    const std::vector<QPointF> corners = flow(entries, rows_->width());
    for (std::size_t k = 0; k < entries.size(); ++k) {
      drawEntry(*painter, entries[k], rows_->topLeft() + corners[k],
                rows_->width() - corners[k].x());
    }
    return;
  }
  const Grid layout = grid(entries.size());
  if (covers_) {
    fadeBehind(*painter, QRectF(corner_, layout.size()), style_.colours().surface);
  }
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const QPointF corner =
        corner_ + QPointF(static_cast<double>(k / layout.rows) * layout.columnWidth,
                          static_cast<double>(k % layout.rows) * layout.step);
    drawEntry(*painter, entries[k], corner, layout.columnWidth);
  }
}

}  // namespace poscope
