#include "app/panel/flow_layout.h"

#include <QWidget>

namespace poscope {

FlowLayout::FlowLayout(QWidget* parent, int gap) : QLayout(parent), gap_(gap) {
  setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
  qDeleteAll(items_);
}

QLayoutItem* FlowLayout::takeAt(int index) {
  return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const {
  return place(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_) {
    size = size.expandedTo(item->minimumSize());
  }
  return size;
}

void FlowLayout::setGeometry(const QRect& area) {
  QLayout::setGeometry(area);
  place(area, true);
}

int FlowLayout::place(const QRect& area, bool apply) const {
  int x = area.x();
  int y = area.y();
  int lineHeight = 0;
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) {
      continue;
    }
    const QSize size(std::min(item->sizeHint().width(), area.width()), item->sizeHint().height());
    if (x + size.width() > area.right() + 1 && lineHeight > 0) {
      x = area.x();
      y += lineHeight + gap_;
      lineHeight = 0;
    }
    if (apply) {
      item->setGeometry(QRect(QPoint(x, y), size));
    }
    x += size.width() + gap_;
    lineHeight = std::max(lineHeight, size.height());
  }
  return y + lineHeight - area.y();
}

}  // namespace poscope
