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

PanelCanvas::PanelCanvas(SharedCursor* shared, QWidget* parent)
    : PanelPlot(parent), shared_(shared), reset_(new QToolButton(this)) {
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
  if (shared_ != nullptr) {
    connect(shared_, &SharedCursor::cursorMoved, this, &PanelCanvas::followShared);
    connect(shared_, &SharedCursor::rangeChanged, this, &PanelCanvas::showShared);
  }
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

bool PanelCanvas::showAs(const PanelCanvas& other) {
  if (ranges() == other.ranges()) {
    return false;
  }
  stopFollowing();
  setRanges(other.xRange(), other.yRange());
  layOut();
  replot(QCustomPlot::rpQueuedReplot);
  return true;
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
    const bool marks = event->modifiers().testFlag(Qt::ShiftModifier) && shared_ != nullptr;
    (marks ? marking_ : pressed_) = event->position();
  }
}

void PanelCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (marking_ && (event->buttons() & Qt::LeftButton) != 0) {
    markTo(at);
    return;
  }
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
  if (locked()) {
    return;
  }
  if (plotArea().contains(at)) {
    inspect({xAxis->pixelToCoord(at.x()), yAxis->pixelToCoord(at.y())});
  } else {
    stopInspecting();
  }
}

void PanelCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) {
    return;
  }
  const bool dragged = !pressed_ || gesture_.has_value();
  pressed_.reset();
  finishGesture();
  if (!dragged) {
    emit clicked();
  }
  if (marking_ && *marking_ == event->position()) {  // A click takes the range away.
    shared_->setRange(std::nullopt);
  }
  marking_.reset();
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
  const QPointF value = cursorOrCentre();
  const QPointF at(xAxis->coordToPixel(value.x()), yAxis->coordToPixel(value.y()));
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
      leave();
      return event->ignore();  // It may mean more to the window.
    case PlotDeed::rangeFirst:
      return markFromCursor(true);
    case PlotDeed::rangeLast:
      return markFromCursor(false);
    case PlotDeed::rangeZoom:
      if (shared_ == nullptr || !shared_->range()) {
        return event->ignore();
      }
      shared_->zoomToRange();
  }
}

// Where the keyboard goes on from: what is inspected, else the window's cursor, else the middle.
QPointF PanelCanvas::cursorOrCentre() const {
  if (cursor_ || panel() == nullptr) {
    return cursor_.value_or(QPointF());
  }
  const QRectF area = plotArea();
  const CursorPlace place =
      shared_ == nullptr ? CursorPlace() : placeOn(*panel(), shared_->cursor());
  return {place.x.value_or(xAxis->pixelToCoord(area.center().x())),
          place.y.value_or(yAxis->pixelToCoord(area.center().y()))};
}

// What a range is marked along: x, or y where only that counts something.
const Axis* PanelCanvas::countedAxis() const {
  if (panel() == nullptr || shared_ == nullptr) {
    return nullptr;
  }
  if (coordinateOf(panel()->x)) {
    return &panel()->x;
  }
  return coordinateOf(panel()->y) ? &panel()->y : nullptr;
}

// Along the axis that the mouse has moved along most, where both count something.
void PanelCanvas::markTo(const QPointF& at) {
  const Axis* axis = countedAxis();
  if (axis == nullptr) {
    return;
  }
  const QPointF moved = at - *marking_;
  if (axis == &panel()->x && coordinateOf(panel()->y) &&
      std::abs(moved.y()) > std::abs(moved.x())) {
    axis = &panel()->y;
  }
  const bool across = axis == &panel()->x;
  const auto value = [&](const QPointF& pixel) {
    return across ? xAxis->pixelToCoord(pixel.x()) : yAxis->pixelToCoord(pixel.y());
  };
  shared_->setRange(rangeBetween(*axis, value(*marking_), value(at)));
}

// The other end stays where it is, if it is behind this one.
void PanelCanvas::markFromCursor(bool first) {
  const Axis* axis = countedAxis();
  if (axis == nullptr) {
    return;
  }
  const QPointF place = cursorOrCentre();
  const double here = axis == &panel()->x ? place.x() : place.y();
  double other = here;
  if (const auto& range = shared_->range(); range && range->coordinate == coordinateOf(*axis)) {
    other = first ? std::max(here, range->last) : std::min(here, range->first);
  }
  shared_->setRange(rangeBetween(*axis, here, other));
}

void PanelCanvas::leave() {
  stopInspecting();
  if (shared_ != nullptr) {
    shared_->setLocked(false);
    shared_->forget();
    shared_->setRange(std::nullopt);
  }
}

void PanelCanvas::zoomToRange() {
  if (!zoomable() || shared_ == nullptr || !shared_->range()) {
    return;
  }
  const auto across = partOf(panel()->x, *shared_->range());
  const auto along = partOf(panel()->y, *shared_->range());
  Ranges wanted = ranges();
  if (across) {
    wanted.x = {across->low, across->high};
  }
  if (along) {
    wanted.y = {along->low, along->high};
  }
  if (across && yFollows()) {
    showAlong(wanted.x);
  } else {
    showRanges(wanted);
  }
  finishGesture();
}

// Another plot has it now.
void PanelCanvas::followShared() {
  if (!moving_ && cursor_) {
    cursor_.reset();
    showDetail({});
  }
  showShared();
}

void PanelCanvas::showShared() {
  if (shared_ != nullptr && panel() != nullptr) {
    // Where it is inspected the place has its own mark.
    const bool here = cursor_.has_value();
    showLinked(here ? CursorPlace() : placeOn(*panel(), shared_->cursor()), shared_->range());
  }
}

bool PanelCanvas::readShared() {
  if (shared_ == nullptr || panel() == nullptr || panel()->inspection == nullptr) {
    return false;
  }
  const CursorPlace place = placeOn(*panel(), shared_->cursor());
  const auto known = [](const Axis& axis, const std::optional<double>& value) {
    return value || !coordinateOf(axis);
  };
  if (place.empty() || !known(panel()->x, place.x) || !known(panel()->y, place.y)) {
    return false;
  }
  const QPointF at = cursorOrCentre();
  const Detail detail = panel()->inspection->at(at.x(), at.y());
  if (detail.rows.empty()) {
    return false;
  }
  emit detailChanged(detail);
  return true;
}

void PanelCanvas::moveCursor(int acrossSteps, int upSteps) {
  const QPointF now = cursorOrCentre();
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
  const AxisRange x = xRange();
  const double end = last ? x.high : x.low;
  const double whole = last ? std::ceil(end - 0.5) : std::floor(end + 0.5);
  const bool integers = integersOn(x, xRules()) && whole >= x.low && whole <= x.high;
  inspect({integers ? whole : end, cursorOrCentre().y()});
}

void PanelCanvas::inspect(const QPointF& value) {
  cursor_ = value;
  if (panel() == nullptr) {
    return;
  }
  if (shared_ != nullptr) {
    moving_ = true;
    shared_->moveTo(movedTo(shared_->cursor(), *panel(), value.x(), value.y()));
    moving_ = false;
    showShared();
  }
  if (panel()->inspection == nullptr) {
    return;
  }
  const Detail detail = panel()->inspection->at(value.x(), value.y());
  showDetail(detail);
  emit detailChanged(detail);
}

bool PanelCanvas::inspectAgain() {
  if (cursor_) {
    inspect(*cursor_);
  }
  return cursor_.has_value();
}

void PanelCanvas::stopInspecting() {
  if (cursor_) {
    cursor_.reset();
    showDetail({});
    showShared();
    emit detailChanged({});
  }
}

void PanelCanvas::contextMenuEvent(QContextMenuEvent* event) {
  emit menuRequested(event->globalPos());
}

void PanelCanvas::leaveEvent(QEvent* event) {
  if (!locked()) {
    stopInspecting();
  }
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
