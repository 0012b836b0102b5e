#include "app/plot/painted_widget.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>

namespace poscope {

class PaintedWidget::Content final : public QWidget {
 public:
  explicit Content(PaintedWidget* owner) : QWidget(owner), owner_(owner) { setMouseTracking(true); }

  void set(std::unique_ptr<PaintedPanel> painter, const QColor& surface) {
    painter_ = std::move(painter);
    surface_ = surface;
    const bool clickable = !spots().empty();
    setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
  }
  double layOut(double width) {
    const double height = painter_ == nullptr ? 0 : painter_->layOut(width);
    setFocusPolicy(spots().empty() ? Qt::NoFocus : Qt::StrongFocus);
    return height;
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), surface_);
    if (painter_ != nullptr) {
      painter_->paint(painter, {0, 0}, hasFocus() ? std::optional(focused_) : std::nullopt);
    }
  }
  void mouseMoveEvent(QMouseEvent* event) override {
    setCursor(spotAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  }
  void mousePressEvent(QMouseEvent* event) override {
    const auto spot = spotAt(event->position());
    if (spot && event->button() == Qt::LeftButton) {
      focused_ = *spot;
      trigger();
    } else {
      event->ignore();
    }
  }
  void keyPressEvent(QKeyEvent* event) override {
    const std::size_t last = spots().empty() ? 0 : spots().size() - 1;
    const int key = event->key();
    if (key == Qt::Key_Right || key == Qt::Key_Down) {
      move(key == Qt::Key_Right ? std::min(focused_ + 1, last) : below(1));
    } else if (key == Qt::Key_Left || key == Qt::Key_Up) {
      move(key == Qt::Key_Left ? (focused_ > 0 ? focused_ - 1 : 0) : below(-1));
    } else if (key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter) {
      trigger();
    } else {
      event->ignore();
    }
  }

 private:
  const std::vector<ActionSpot>& spots() const {
    static const std::vector<ActionSpot> kNone;
    return painter_ == nullptr ? kNone : painter_->spots();
  }
  std::optional<std::size_t> spotAt(const QPointF& at) const {
    const auto& all = spots();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const ActionSpot& spot) { return spot.area.contains(at); });
    return found == all.end() ? std::nullopt
                              : std::optional(static_cast<std::size_t>(found - all.begin()));
  }
  // The nearest spot in a row further down (or up).
  std::size_t below(int direction) const {
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
  void move(std::size_t to) {
    focused_ = to;
    if (focused_ < spots().size()) {
      const QRectF area = spots()[focused_].area;
      setAccessibleDescription(spots()[focused_].name);
      owner_->ensureVisible(static_cast<int>(area.center().x()),
                            static_cast<int>(area.center().y()));
    }
    update();
  }
  void trigger() {
    if (focused_ < spots().size()) {
      const Action action =
          spots()[focused_].action;  // The panel may be replaced while this is handled.
      emit owner_->actionRequested(action);
    }
  }

  PaintedWidget* owner_;
  std::unique_ptr<PaintedPanel> painter_;
  QColor surface_;
  std::size_t focused_ = 0;
};

PaintedWidget::PaintedWidget(QWidget* parent) : QScrollArea(parent), content_(new Content(this)) {
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  setWidget(content_);
}

PaintedWidget::~PaintedWidget() = default;

void PaintedWidget::setPanel(std::shared_ptr<const Figure> figure, const poscope::Panel& panel,
                             const PlotStyle& style) {
  content_->set(makePaintedPanel(panel, style), style.colours().surface);
  figure_ = std::move(figure);  // Last: the old painter read from the old figure.
  QPalette colours = palette();
  colours.setColor(QPalette::Window, style.colours().surface);
  setPalette(colours);
  viewport()->setPalette(colours);
  layOut();
}

int PaintedWidget::wantedHeight() const {
  return height_;
}

QSize PaintedWidget::sizeHint() const {
  return {320, std::max(height_, 40)};
}

QSize PaintedWidget::minimumSizeHint() const {
  return {160, 60};
}

void PaintedWidget::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  layOut();
}

void PaintedWidget::layOut() {
  const int width = std::max(viewport()->width(), 1);
  const int height = static_cast<int>(std::ceil(content_->layOut(width)));
  content_->resize(width, std::max(height, viewport()->height()));
  content_->update();
  if (height != height_) {
    height_ = height;
    updateGeometry();
  }
}

}  // namespace poscope
