#include "app/panel/quiet_combo.h"

#include <QAbstractItemView>
#include <QWheelEvent>

namespace poscope {

QuietCombo::QuietCombo(QWidget* parent) : QComboBox(parent) {
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(6);
  setFocusPolicy(Qt::StrongFocus);
}

void QuietCombo::showPopup() {
  view()->setMinimumWidth(view()->sizeHintForColumn(0) + 24);
  QComboBox::showPopup();
}

void QuietCombo::wheelEvent(QWheelEvent* event) {
  if (hasFocus()) {
    QComboBox::wheelEvent(event);
  } else {
    event->ignore();
  }
}

}  // namespace poscope
