// A slider over a range that doubles: eight steps an octave.
#pragma once

#include <QSlider>

namespace poscope {

/// Values are rounded to four binary digits, so that positions between powers of two stay round
/// numbers.
class LogSlider : public QSlider {
  Q_OBJECT

 public:
  /// 1 <= maximum; a minimum below 1 counts as 1.
  LogSlider(double minimum, double maximum, QWidget* parent = nullptr);

  void setNumber(double number);
  [[nodiscard]] double number() const;

 signals:
  /// The user moved it. Moves of one drag share a gesture number.
  void moved(double number, int gesture);

 protected:
  void wheelEvent(QWheelEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  double minimum_;
  double maximum_;
  int gesture_ = 0;
};

/// A number that no other gesture of this process has. For merging the undo steps of one drag.
[[nodiscard]] int nextGesture();

}  // namespace poscope
