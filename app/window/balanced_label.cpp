#include "app/window/balanced_label.h"

#include <QResizeEvent>

namespace poscope {

BalancedLabel::BalancedLabel(QWidget* parent) : QLabel(parent) {
  setWordWrap(true);
}

void BalancedLabel::setText(const QString& text) {
  QLabel::setText(text);
  balance();
}

void BalancedLabel::setFont(const QFont& font) {
  QLabel::setFont(font);
  balance();
}

// The margin is a part of neither: it only says where lines end inside of the width.
int BalancedLabel::heightForWidth(int width) const {
  return QLabel::heightForWidth(width + contentsMargins().right());
}

QSize BalancedLabel::minimumSizeHint() const {
  return QLabel::minimumSizeHint() - QSize(contentsMargins().right(), 0);
}

void BalancedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) {
    balance();
  }
}

// The narrowest width that needs no more lines.
void BalancedLabel::balance() {
  const int height = heightForWidth(width());
  int narrow = width() / 2;
  int wide = width();
  if (height <= fontMetrics().lineSpacing() * 3 / 2) {
    narrow = wide;  // One line.
  }
  while (narrow + 1 < wide) {
    const int middle = (narrow + wide) / 2;
    (heightForWidth(middle) > height ? narrow : wide) = middle;
  }
  setContentsMargins(0, 0, width() - wide, 0);
}

}  // namespace poscope
