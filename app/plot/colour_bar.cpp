#include "app/plot/colour_bar.h"

#include <cmath>

#include "app/plot/axes.h"

namespace poscope {
namespace {

constexpr int kWidth = 12;
constexpr int kVectorSteps = 128;

}  // namespace

ColourBar::ColourBar(QCustomPlot* plot, const ColourScale& scale, const PlotStyle& style)
    : QCPAxisRect(plot, false),
      style_(style),
      map_(scale, style.kind),
      axis_(addAxis(QCPAxis::atRight)) {
  const int width = static_cast<int>(std::lround(kWidth * style.scale()));
  spec_.title = scale.title;
  spec_.first = scale.low;
  spec_.last = scale.high;
  spec_.scale = scale.scale;
  if (scale.scale == AxisScale::log2 && isDecade(scale.low) && isDecade(scale.high)) {
    spec_.ticks = AxisTicks::given;  // A scale from one power of ten to another is read in tens.
    for (double tick = scale.low; tick < 1.01 * scale.high; tick *= 10) {
      spec_.tickValues.push_back(tick);
    }
  }
  setMinimumSize(width, 20);
  setMaximumSize(width, QWIDGETSIZE_MAX);
  setUpAxis(*axis_, spec_, style, false);
  axis_->setRange(scale.low, scale.high);
  axis_->setTickLabelPadding(static_cast<int>(std::lround(6 * style.scale())));
}

void ColourBar::fit(int pixels) {
  fitTicks(*axis_, spec_, style_, pixels);
  fitTitle(*axis_, spec_, style_, pixels);
}

void ColourBar::draw(QCPPainter* painter) {
  const QRectF area = QRectF(rect()).translated(0, -1);
  painter->setAntialiasing(false);
  const bool vector = painter->modes().testFlag(QCPPainter::pmVectorized);
  const int steps = vector ? kVectorSteps : std::max(1, rect().height());
  const double height = area.height() / steps;
  for (int k = 0; k < steps; ++k) {
    const QColor colour(map_.entry((k + 0.5) / steps));
    const double bottom = area.bottom() - k * height;
    // On vector devices up to the top, where the next ones lie over it: edges that only touch
    // would shine through.
    const double top = vector ? area.top() : bottom - height;
    painter->fillRect(QRectF(area.left(), top, area.width(), bottom - top), colour);
  }
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(style_.colours().border, 1));
  painter->drawRect(area);
}

}  // namespace poscope
