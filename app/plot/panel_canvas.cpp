#include "app/plot/panel_canvas.h"

#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPinchGesture>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/plot/plot_keys.h"

namespace poscope {
namespace {

constexpr double kWheelFactor = 1.25;  ///< Per notch of 120 units.
constexpr double kKeyFactor = 1.5;
constexpr int kGesturePause =
    300;  ///< Milliseconds after which wheel and key zooms count as finished.
constexpr int kLargeStep = 16;
constexpr double kPixelsPerStep = 4;  ///< Cursor steps on axes without integers.

bool integersOn(const AxisRange& range, const ZoomRules& rules) {
  return rules.scale == AxisScale::linear && rules.limits.span() >= 4 && range.span() > 0;
}

}  // namespace

PanelCanvas::PanelCanvas(QWidget* parent) : PanelPlot(parent), reset_(new QToolButton(this)) {
  setAttribute(Qt::WA_NoMousePropagation, false);  // A wheel that it ignores scrolls the page.
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  grabGesture(Qt::PinchGesture);
  gestureTimer_.setSingleShot(true);
  gestureTimer_.setInterval(kGesturePause);
  connect(&gestureTimer_, &QTimer::timeout, this, &PanelCanvas::finishGesture);
  reset_->setFocusPolicy(Qt::NoFocus);  // The key 0 does the same.
  reset_->hide();
  connect(reset_, &QToolButton::clicked, this, &PanelCanvas::fit);
  connect(this, &QCustomPlot::afterReplot, this, &PanelCanvas::placeReset);
  retranslate();
}

void PanelCanvas::retranslate() {
  reset_->setText(tr("Reset zoom"));
  reset_->setToolTip(tr("Show everything (0)"));
}

// In the upper right corner of the plot.
void PanelCanvas::placeReset() {
  constexpr int kInset = 6;
  const bool part = zoomable() && !isWhole();
  if (part) {
    const QSize size = reset_->sizeHint();
    const QPoint corner = plotArea().topRight().toPoint();
    reset_->setGeometry({corner + QPoint(-size.width() - kInset, kInset), size});
  }
  reset_->setVisible(part);
}

void PanelCanvas::showRanges(const Ranges& wanted) {
  const Ranges before = ranges();
  if (!gesture_) {
    gesture_ = before;
  }
  setRanges(wanted.x, wanted.y);
  if (ranges() == before) {
    return;
  }
  layOut();
  replot(QCustomPlot::rpQueuedReplot);
  emit cellsNeeded();
}

void PanelCanvas::showAlong(const AxisRange& x) {
  following_ = true;
  showRanges({x, yAlong(x)});
}

void PanelCanvas::followAlong(const AxisRange& x) {
  following_ = yFollows() && !(x == xRules().limits);
  setRanges(x, following_ ? yAlong(x) : yRange());
  layOut();
  replot(QCustomPlot::rpQueuedReplot);
}

void PanelCanvas::followAgain() {
  const AxisRange y = yAlong(xRange());
  if (following_ && !(y == yRange())) {
    setRanges(xRange(), y);
    layOut();
  }
}

void PanelCanvas::fit() {
  following_ = false;
  if (zoomable()) {
    showRanges({xRules().limits, yRules().limits});
    finishGesture();
  }
}

void PanelCanvas::zoomAt(const QPointF& pixel, double factor) {
  if (!zoomable()) {
    return;
  }
  const QRectF area = plotArea();
  if (yFollows()) {
    const double at = std::clamp(pixel.x(), area.left(), area.right());
    showAlong(zoomed(xRules(), xRange(), factor, xAxis->pixelToCoord(at)));
    return;
  }
  const bool onX = pixel.y() > area.bottom();  // Over the axis below: only that one.
  const bool onY = pixel.x() < area.left();
  Ranges wanted = ranges();
  if (!onY) {
    const double at = std::clamp(pixel.x(), area.left(), area.right());
    wanted.x = zoomed(xRules(), wanted.x, factor, xAxis->pixelToCoord(at));
  }
  if (!onX) {
    const double at = std::clamp(pixel.y(), area.top(), area.bottom());
    wanted.y = zoomed(yRules(), wanted.y, factor, yAxis->pixelToCoord(at));
  }
  showRanges(wanted);
}

void PanelCanvas::finishSoon() {
  gestureTimer_.start();
}

void PanelCanvas::finishGesture() {
  gestureTimer_.stop();
  const bool changed = gesture_ && *gesture_ != ranges();
  gesture_.reset();
  if (changed) {
    emit gestureEnded();
  }
}

void PanelCanvas::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  const bool scrolls = pageScrolls_ && !event->modifiers().testFlag(Qt::ControlModifier);
  if (!zoomable() || notches == 0 || scrolls) {
    event->ignore();
    return;
  }
  zoomAt(event->position(), std::pow(kWheelFactor, -notches));
  finishSoon();
  event->accept();
}

void PanelCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    ring_ = false;
    update();
    finishGesture();
    pressed_ = event->position();
  }
}

void PanelCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (pressed_ && (event->buttons() & Qt::LeftButton) != 0 && zoomable()) {
    const QRectF area = plotArea();
    const double across = (pressed_->x() - at.x()) / area.width() * xAxis->pixelOrientation();
    const double along = (pressed_->y() - at.y()) / area.height() * yAxis->pixelOrientation();
    pressed_ = at;
    if (yFollows()) {
      showAlong(panned(xRules(), xRange(), across));
      return;
    }
    showRanges({panned(xRules(), xRange(), across), panned(yRules(), yRange(), along)});
    return;
  }
  if (plotArea().contains(at)) {
    inspect({xAxis->pixelToCoord(at.x()), yAxis->pixelToCoord(at.y())});
  } else {
    stopInspecting();
  }
}

void PanelCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    pressed_.reset();
    finishGesture();
  }
}

void PanelCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    fit();
  }
}

void PanelCanvas::keyPressEvent(QKeyEvent* event) {
  const bool modifier = event->key() >= Qt::Key_Shift && event->key() <= Qt::Key_Alt;
  if (!ring_ && !modifier) {  // The keyboard is in use: show where it is.
    ring_ = true;
    update();
  }
  const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? kLargeStep : 1;
  const QPointF centre = plotArea().center();
  const QPointF at =
      cursor_ ? QPointF(xAxis->coordToPixel(cursor_->x()), yAxis->coordToPixel(cursor_->y()))
              : centre;
  const auto zoom = [&](double factor) {
    zoomAt(plotArea().contains(at) ? at : centre, factor);
    finishSoon();
  };
  const auto deed = plotDeed(event->key());
  if (!deed) {
    event->ignore();
    return;
  }
  switch (*deed) {
    case PlotDeed::left:
      return moveCursor(-step, 0);
    case PlotDeed::right:
      return moveCursor(step, 0);
    case PlotDeed::up:
      return moveCursor(0, step);
    case PlotDeed::down:
      return moveCursor(0, -step);
    case PlotDeed::closer:
      return zoom(1 / kKeyFactor);
    case PlotDeed::farther:
      return zoom(kKeyFactor);
    case PlotDeed::whole:
      return fit();
    case PlotDeed::first:
      return moveToEnd(false);
    case PlotDeed::last:
      return moveToEnd(true);
    case PlotDeed::leave:
      stopInspecting();
      event->ignore();  // It may mean more to the window.
  }
}

void PanelCanvas::moveCursor(int acrossSteps, int upSteps) {
  const QRectF area = plotArea();
  const QPointF now = cursor_.value_or(
      QPointF(xAxis->pixelToCoord(area.center().x()), yAxis->pixelToCoord(area.center().y())));
  const auto moved = [](QCPAxis* axis, const ZoomRules& rules, double value, int steps) {
    const AxisRange range{axis->range().lower, axis->range().upper};
    double next = 0;
    if (integersOn(range, rules)) {
      next = std::round(value) + steps;
    } else {
      next = axis->pixelToCoord(axis->coordToPixel(value) +
                                steps * kPixelsPerStep * axis->pixelOrientation());
    }
    return std::clamp(next, range.low, range.high);
  };
  QPointF next = now;
  next.setX(acrossSteps == 0 ? now.x() : moved(xAxis, xRules(), now.x(), acrossSteps));
  const int up = yAxis->rangeReversed() ? -upSteps : upSteps;
  next.setY(upSteps == 0 ? now.y() : moved(yAxis, yRules(), now.y(), up));
  inspect(next);
}

// To the first or the last x that is shown, at the height where the cursor is.
void PanelCanvas::moveToEnd(bool last) {
  const double centre = yAxis->pixelToCoord(plotArea().center().y());
  const AxisRange x = xRange();
  const double end = last ? x.high : x.low;
  const double whole = last ? std::ceil(end - 0.5) : std::floor(end + 0.5);
  const bool integers = integersOn(x, xRules()) && whole >= x.low && whole <= x.high;
  inspect({integers ? whole : end, cursor_ ? cursor_->y() : centre});
}

void PanelCanvas::inspect(const QPointF& value) {
  cursor_ = value;
  if (panel() == nullptr || panel()->inspection == nullptr) {
    return;
  }
  const Detail detail = panel()->inspection->at(value.x(), value.y());
  showDetail(detail);
  emit detailChanged(detail);
}

void PanelCanvas::inspectAgain() {
  if (cursor_) {
    inspect(*cursor_);
  }
}

void PanelCanvas::stopInspecting() {
  if (cursor_) {
    cursor_.reset();
    showDetail({});
    emit detailChanged({});
  }
}

void PanelCanvas::contextMenuEvent(QContextMenuEvent* event) {
  emit menuRequested(event->globalPos());
}

void PanelCanvas::leaveEvent(QEvent* event) {
  stopInspecting();
  PanelPlot::leaveEvent(event);
}

void PanelCanvas::focusInEvent(QFocusEvent* event) {
  PanelPlot::focusInEvent(event);
  ring_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  update();
}

void PanelCanvas::focusOutEvent(QFocusEvent* event) {
  PanelPlot::focusOutEvent(event);
  update();
}

void PanelCanvas::resizeEvent(QResizeEvent*) {
  // QCustomPlot would paint at once; here the layout comes first, then the cells it needs.
  layOut();
  replot(QCustomPlot::rpQueuedReplot);
  emit cellsNeeded();
}

void PanelCanvas::paintEvent(QPaintEvent* event) {
  const double ratio = devicePixelRatioF();
  if (!qFuzzyCompare(ratio, bufferDevicePixelRatio())) {  // Moved to another screen.
    setBufferDevicePixelRatio(ratio);
    replot(QCustomPlot::rpQueuedReplot);
    emit cellsNeeded();
  }
  PanelPlot::paintEvent(event);
  if (ring_ && hasFocus()) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style().colours().accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
  }
}

void PanelCanvas::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    placeReset();
  }
  PanelPlot::changeEvent(event);
}

bool PanelCanvas::event(QEvent* event) {
  if (event->type() == QEvent::Gesture && pinched(static_cast<QGestureEvent*>(event))) {
    return true;
  }
  return PanelPlot::event(event);
}

bool PanelCanvas::pinched(QGestureEvent* event) {
  auto* pinch = static_cast<QPinchGesture*>(event->gesture(Qt::PinchGesture));
  if (pinch == nullptr || !zoomable()) {
    return false;
  }
  if (pinch->changeFlags().testFlag(QPinchGesture::ScaleFactorChanged) &&
      pinch->scaleFactor() > 0) {
    zoomAt(mapFromGlobal(pinch->centerPoint()), 1 / pinch->scaleFactor());
  }
  if (pinch->state() == Qt::GestureFinished || pinch->state() == Qt::GestureCanceled) {
    finishGesture();
  }
  event->accept(pinch);
  return true;
}

}  // namespace poscope
