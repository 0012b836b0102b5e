// A button whose words end in dots where there is no room for them; the tool tip has them whole.
#pragma once

#include <QToolButton>

namespace poscope {

class ElidedButton : public QToolButton {
  Q_OBJECT

 public:
  explicit ElidedButton(QWidget* parent = nullptr);

  /// `suffix` stays whole. `tip` is shown where the words are whole.
  void setWords(const QString& words, const QString& suffix = {}, const QString& tip = {});
  [[nodiscard]] const QString& words() const { return words_; }

  /// With room for all words, also when they are heavier because the button is checked.
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  [[nodiscard]] QFontMetrics heavyMetrics() const;
  [[nodiscard]] int padding() const;
  void elide();

  QString words_;
  QString suffix_;
  QString tip_;
};

}  // namespace poscope
