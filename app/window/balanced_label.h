// Words in several lines of about the same length: none of a few letters at the end.
#pragma once

#include <QLabel>

namespace poscope {

class BalancedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit BalancedLabel(QWidget* parent = nullptr);

  /// As QLabel's; they hide those of QLabel, which know nothing of balance.
  void setText(const QString& text);
  void setFont(const QFont& font);

  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void balance();
};

}  // namespace poscope
