#include "app/window/side_column.h"

#include <QEvent>
#include <QFrame>
#include <QScrollArea>
#include <QVBoxLayout>

namespace poscope {
namespace {

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

}  // namespace

QScrollArea* makeSideColumn(const std::vector<QWidget*>& blocks, QWidget* parent) {
  auto* area = new QScrollArea(parent);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFocusPolicy(Qt::NoFocus);
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
  area->setWidget(content);
  return area;
}

}  // namespace poscope
