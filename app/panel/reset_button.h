// Back to the default: a small round arrow that is seen while the row is pointed at or the button
// has the focus. Its place is always kept.
#pragma once

#include <QToolButton>

namespace poscope {

class Appearance;

class ResetButton : public QToolButton {
  Q_OBJECT

 public:
  explicit ResetButton(const Appearance& appearance, QWidget* parent = nullptr);

  /// Whether there is something to reset; the button is neither seen nor reached without.
  void setNeeded(bool needed);
  [[nodiscard]] bool isNeeded() const { return needed_; }
  /// Whether the row is pointed at.
  void setPointedAt(bool pointedAt);
  /// Whether the arrow is seen.
  [[nodiscard]] bool isSeen() const { return needed_ && (pointedAt_ || hasFocus()); }

  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& appearance_;
  bool needed_ = false;
  bool pointedAt_ = false;
};

}  // namespace poscope
