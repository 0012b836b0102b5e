#include "app/plot/linked_painter.h"

#include <algorithm>

namespace poscope {
namespace {

constexpr float kBandAlpha = 0.22F;
constexpr double kLeastBand = 3;  ///< Pixels: one position of a million is seen, too.

bool isAcross(const QCPAxis& axis) {
  return axis.orientation() == Qt::Horizontal;
}

// A rectangle of the plot from one pixel of an axis to another, over all of the other axis.
QRectF strip(const QCPAxis& axis, double from, double to) {
  const QRectF area(axis.axisRect()->rect());
  return isAcross(axis) ? QRectF(from, area.top(), to - from, area.height())
                        : QRectF(area.left(), from, area.width(), to - from);
}

}  // namespace

LinkedPainter::LinkedPainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x, QCPAxis* y,
                             const PlotStyle& style)
    : QCPLayerable(plot, layerName), x_(x), y_(y), style_(style) {}

void LinkedPainter::set(const CursorPlace& place, const std::optional<AxisPart>& across,
                        const std::optional<AxisPart>& along) {
  place_ = place;
  across_ = across;
  along_ = along;
}

void LinkedPainter::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(false);
}

void LinkedPainter::draw(QCPPainter* painter) {
  if (across_) {
    drawBand(*painter, *x_, *across_);
  }
  if (along_) {
    drawBand(*painter, *y_, *along_);
  }
  if (place_.x) {
    drawHair(*painter, *x_, *place_.x);
  }
  if (place_.y) {
    drawHair(*painter, *y_, *place_.y);
  }
}

// With both of its edges, which stay in sight on maps of any colour.
void LinkedPainter::drawBand(QCPPainter& painter, const QCPAxis& axis, const AxisPart& part) const {
  const double one = axis.coordToPixel(part.low);
  const double other = axis.coordToPixel(part.high);
  const double middle = (one + other) / 2;
  const double half = std::max(std::abs(other - one), kLeastBand) / 2;
  const QRectF area(axis.axisRect()->rect());
  const QRectF band = strip(axis, middle - half, middle + half);
  const QRectF seen = band & area;
  if (seen.isEmpty()) {
    return;
  }
  QColor fill = style_.colours().mark;
  fill.setAlphaF(kBandAlpha);
  painter.fillRect(seen, fill);
  painter.setPen(QPen(style_.colours().mark, style_.scale()));
  const auto edge = [&](const QPointF& from, const QPointF& to) {
    if (area.adjusted(-1, -1, 1, 1).contains(from)) {
      painter.drawLine(QLineF(from, to));
    }
  };
  if (isAcross(axis)) {
    edge(band.topLeft(), band.bottomLeft());
    edge(band.topRight(), band.bottomRight());
  } else {
    edge(band.topLeft(), band.topRight());
    edge(band.bottomLeft(), band.bottomRight());
  }
}

// A halo in the surface's colour keeps the line readable on any map.
void LinkedPainter::drawHair(QCPPainter& painter, const QCPAxis& axis, double value) const {
  const double at = axis.coordToPixel(value);
  const QRectF area(axis.axisRect()->rect());
  const bool across = isAcross(axis);
  if (across ? at < area.left() || at > area.right() : at < area.top() || at > area.bottom()) {
    return;
  }
  const QLineF line = across ? QLineF(at, area.top(), at, area.bottom())
                             : QLineF(area.left(), at, area.right(), at);
  QColor halo = style_.colours().surface;
  halo.setAlphaF(0.6F);
  painter.setPen(QPen(halo, 3 * style_.scale()));
  painter.drawLine(line);
  painter.setPen(QPen(style_.colours().muted, style_.scale()));
  painter.drawLine(line);
}

}  // namespace poscope
