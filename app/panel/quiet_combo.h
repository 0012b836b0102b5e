// A combo box that the wheel changes only while it has the focus, and whose list is as wide as its
// words.
#pragma once

#include <QComboBox>

namespace poscope {

class QuietCombo : public QComboBox {
  Q_OBJECT

 public:
  explicit QuietCombo(QWidget* parent = nullptr);

  /// The index of the item with this data, or -1.
  void chooseData(const QString& value) { setCurrentIndex(findData(value)); }

  void showPopup() override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
};

}  // namespace poscope
