#include "app/window/side_column.h"

#include <QEvent>
#include <QFrame>
#include <QSplitterHandle>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/overlay_scroll.h"
#include "app/panel/section.h"

namespace poscope {
namespace {

constexpr int kLeastParameters = 120;
constexpr int kLeastReadings = 200;
/// What a probe of a heat map with two recipes takes, bits included.
constexpr int kUsualReadings = 288;

/// Shows and hides a line together with the block below it.
class LineFollower : public QObject {
 public:
  LineFollower(QWidget* block, QWidget* line) : QObject(block), line_(line) {
    block->installEventFilter(this);
    line_->setVisible(!block->isHidden());
  }

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent) {
      line_->setVisible(event->type() == QEvent::ShowToParent);
    }
    return QObject::eventFilter(watched, event);
  }

 private:
  QWidget* line_;
};

QWidget* makeArea(QWidget* content, int leastHeight) {
  auto* area = new OverlayScroll(content);
  area->setFocusPolicy(Qt::NoFocus);
  area->setMinimumHeight(leastHeight);
  return area;
}

QWidget* makeColumn(const std::vector<QWidget*>& blocks) {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  for (QWidget* block : blocks) {
    if (block != blocks.front()) {
      auto* inset = new QWidget(content);
      auto* insetLine = new QVBoxLayout(inset);
      insetLine->setContentsMargins(16, 0, 16, 0);
      insetLine->addWidget(makeHairline(inset));
      column->addWidget(inset);
      new LineFollower(block, inset);
    }
    column->addWidget(block);
  }
  column->addStretch(1);
  return content;
}

}  // namespace

SideColumn::SideColumn(QWidget* parameters, const std::vector<QWidget*>& readings, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), parameters_(makeColumn({parameters})), readings_(readings) {
  setHandleWidth(1);
  setChildrenCollapsible(false);
  addWidget(makeArea(parameters_, kLeastParameters));
  addWidget(makeArea(makeColumn(readings), kLeastReadings));
  for (QWidget* reading : readings_) {
    reading->installEventFilter(this);
  }
  showReadings();
  settling_.setSingleShot(true);
  settling_.setInterval(0);
  connect(&settling_, &QTimer::timeout, this, &SideColumn::balance);
  setStretchFactor(0, 1);
  setStretchFactor(1, 0);
  parameters_->installEventFilter(this);
  handle(1)->installEventFilter(this);
  connect(this, &QSplitter::splitterMoved, this, [this] {
    dragged_ = true;
    emit arranged();
  });
}

QByteArray SideColumn::arrangement() const {
  return dragged_ ? saveState() : QByteArray();
}

void SideColumn::arrange(const QByteArray& arrangement) {
  dragged_ = !arrangement.isEmpty() && restoreState(arrangement);
  balance();
}

// A page without any leaves all of the column to the parameters.
void SideColumn::showReadings() {
  widget(1)->setVisible(std::any_of(readings_.begin(), readings_.end(),
                                    [](const QWidget* reading) { return !reading->isHidden(); }));
}

void SideColumn::balance() {
  if (dragged_ || widget(1)->isHidden()) {
    return;
  }
  const int wanted = parameters_->layout()->heightForWidth(width());
  const int room = height() - handleWidth();
  const int readings =
      std::clamp(kUsualReadings, kLeastReadings, std::max(kLeastReadings, room - kLeastParameters));
  const int top = std::min(wanted, room - readings);
  const QList<int> wantedSizes{top, room - top};
  if (sizes() != wantedSizes) {
    setSizes(wantedSizes);
  }
}

void SideColumn::resizeEvent(QResizeEvent* event) {
  QSplitter::resizeEvent(event);
  balance();
}

bool SideColumn::eventFilter(QObject* watched, QEvent* event) {
  if (watched == handle(1) && event->type() == QEvent::MouseButtonDblClick) {
    dragged_ = false;
    balance();
    emit arranged();
    return true;
  }
  const bool comesOrGoes =
      event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent;
  if (comesOrGoes && std::find(readings_.begin(), readings_.end(), watched) != readings_.end()) {
    showReadings();
    settling_.start();
  }
  // Another view, an unfolded recipe: the parameters ask for another height.
  if (watched == parameters_ && event->type() == QEvent::LayoutRequest) {
    // After the layouts below have settled.
    settling_.start();
  }
  return QSplitter::eventFilter(watched, event);
}

}  // namespace poscope
