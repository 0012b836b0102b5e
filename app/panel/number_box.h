// A text box for one number; takes what core's parseTyped takes and shows "2^12" beside 4096.
#pragma once

#include <QLineEdit>

namespace poscope {

class Appearance;

/// Knows no range: whoever listens to `submitted` decides, and calls `setNumber` or `setWrong`.
class NumberBox : public QLineEdit {
  Q_OBJECT

 public:
  explicit NumberBox(const Appearance& appearance, QWidget* parent = nullptr);

  /// The value in force, as written in links; clears the error mark. What is being typed stays
  /// while the value is the same.
  void setNumber(const QString& text);
  /// Marks the typed text as refused; the text stays so that it can be mended. Escape brings the
  /// value back.
  void setWrong(bool wrong);
  /// A small button that stands in the box, at its end.
  void setButton(QWidget* button);
  /// Without the power of two: for a box with room for its number only.
  void hidePower() { power_ = false; }

 signals:
  /// Return, or the focus left, with a text other than the value in force.
  void submitted(const QString& text);
  /// Up (+1), Down (-1), PageUp (+2), PageDown (-2).
  void stepped(int steps);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void submit();

  const Appearance& appearance_;
  QString number_;
  bool power_ = true;
};

}  // namespace poscope
