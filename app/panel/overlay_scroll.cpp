#include "app/panel/overlay_scroll.h"

#include <QScrollBar>

namespace poscope {

OverlayScroll::OverlayScroll(QWidget* content, QWidget* parent)
    : QScrollArea(parent), bar_(new QScrollBar(Qt::Vertical, this)) {
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  bar_->setFocusPolicy(Qt::NoFocus);
  bar_->hide();
  connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &OverlayScroll::follow);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, bar_, &QScrollBar::setValue);
  connect(bar_, &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
  setWidget(content);
}

void OverlayScroll::follow() {
  const QScrollBar* hidden = verticalScrollBar();
  bar_->setPageStep(hidden->pageStep());
  bar_->setSingleStep(hidden->singleStep());
  bar_->setRange(hidden->minimum(), hidden->maximum());
  bar_->setValue(hidden->value());
  bar_->setVisible(hidden->maximum() > hidden->minimum());
}

void OverlayScroll::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  const int extent = bar_->sizeHint().width();
  bar_->setGeometry(width() - extent, 0, extent, height());
  bar_->raise();
  follow();
}

}  // namespace poscope
