#include "app/plot/painted_widget.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

namespace poscope {

PaintedWidget::PaintedWidget(QWidget* parent) : PanelWidget(parent) {
  setMouseTracking(true);
}

bool PaintedWidget::shows(const Panel& panel) const {
  return isClickable(panel);
}

void PaintedWidget::setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                             const PlotStyle& style) {
  painter_ = makeClickablePanel(panel, style);
  figure_ = std::move(figure);  // After the old painter, which read from the old figure.
  surface_ = style.colours().surface;
  accent_ = style.colours().accent;
  update();
}

double PaintedWidget::naturalWidth() const {
  return painter_ == nullptr ? 0 : painter_->naturalWidth();
}

double PaintedWidget::leastWidth() const {
  return painter_ == nullptr ? 0 : painter_->clickableWidth();
}

double PaintedWidget::layOut(double width) {
  const double height = painter_ == nullptr ? 0 : painter_->layOut(width);
  setFocusPolicy(spots().empty() ? Qt::NoFocus : Qt::StrongFocus);
  if (hovered_ && *hovered_ < spots().size()) {
    setToolTip(spots()[*hovered_].hint);  // A click may have changed what the next one does.
  }
  update();
  return height;
}

const std::vector<ActionSpot>& PaintedWidget::spots() const {
  static const std::vector<ActionSpot> kNone;
  return painter_ == nullptr ? kNone : painter_->spots();
}

std::optional<std::size_t> PaintedWidget::spotAt(const QPointF& at) const {
  const auto& all = spots();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&at](const ActionSpot& spot) { return spot.area.contains(at); });
  return found == all.end() ? std::nullopt
                            : std::optional(static_cast<std::size_t>(found - all.begin()));
}

void PaintedWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), surface_);
  if (painter_ != nullptr) {
    painter_->paint(painter, {0, 0});
  }
  if (hovered_ && *hovered_ < spots().size()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(accent_, 1.5));
    painter.drawRoundedRect(spots()[*hovered_].area, 3, 3);
  }
  if (ring_ && hasFocus() && focused_ < spots().size()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(accent_, 2));
    painter.drawRoundedRect(spots()[focused_].area.adjusted(-1, -1, 1, 1), 3, 3);
  }
}

void PaintedWidget::mouseMoveEvent(QMouseEvent* event) {
  hover(spotAt(event->position()));
}

void PaintedWidget::leaveEvent(QEvent* event) {
  hover(std::nullopt);
  PanelWidget::leaveEvent(event);
}

void PaintedWidget::hover(std::optional<std::size_t> spot) {
  if (spot && spots()[*spot].action.empty()) {
    spot.reset();
  }
  if (spot == hovered_) {
    return;
  }
  hovered_ = spot;
  setCursor(spot ? Qt::PointingHandCursor : Qt::ArrowCursor);
  setToolTip(spot ? spots()[*spot].hint : QString());
  update();
}

void PaintedWidget::mousePressEvent(QMouseEvent* event) {
  const auto spot = spotAt(event->position());
  if (!spot || event->button() != Qt::LeftButton) {
    event->ignore();
    return;
  }
  focused_ = *spot;
  ring_ = false;
  trigger();
}

void PaintedWidget::focusInEvent(QFocusEvent* event) {
  ring_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  PanelWidget::focusInEvent(event);
}

void PaintedWidget::keyPressEvent(QKeyEvent* event) {
  const std::size_t last = spots().empty() ? 0 : spots().size() - 1;
  ring_ = true;
  switch (event->key()) {
    case Qt::Key_Right:
      return moveTo(std::min(focused_ + 1, last));
    case Qt::Key_Left:
      return moveTo(focused_ > 0 ? focused_ - 1 : 0);
    case Qt::Key_Down:
      return moveTo(inNextRow(1));
    case Qt::Key_Up:
      return moveTo(inNextRow(-1));
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return trigger();
    default:
      event->ignore();
  }
}

// The nearest spot in the row below (or above).
std::size_t PaintedWidget::inNextRow(int direction) const {
  if (focused_ >= spots().size()) {
    return 0;
  }
  const QPointF from = spots()[focused_].area.center();
  std::size_t best = focused_;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < spots().size(); ++k) {
    const QPointF to = spots()[k].area.center();
    const double down = (to.y() - from.y()) * direction;
    const double distance = 4 * down + std::abs(to.x() - from.x());
    if (down > 1 && distance < nearest) {
      nearest = distance;
      best = k;
    }
  }
  return best;
}

void PaintedWidget::moveTo(std::size_t spot) {
  focused_ = spot;
  if (focused_ < spots().size()) {
    setAccessibleDescription(spots()[focused_].name);
    emit focusMoved(spots()[focused_].area.toAlignedRect());
  }
  update();
}

void PaintedWidget::trigger() {
  if (focused_ < spots().size()) {
    const Action action = spots()[focused_].action;  // The panel may be replaced meanwhile.
    emit actionRequested(action);
  }
}

}  // namespace poscope
