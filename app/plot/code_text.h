// The lines of a panel of code as text that is selected, copied and walked through; the mouse and
// the keyboard point at lines.
#pragma once

#include <QTextEdit>
#include <optional>

namespace poscope {

/// As high as its text: the area around it scrolls, and Ctrl with the wheel does not resize the
/// type.
class CodeText final : public QTextEdit {
  Q_OBJECT

 public:
  explicit CodeText(QWidget* parent);

  /// Where a line is, as wide as the text; in the viewport.
  [[nodiscard]] QRect lineArea(int line) const;
  /// The line that the keyboard is at; nothing while it is not in use here.
  [[nodiscard]] std::optional<int> walkedLine() const;
  /// That or the line under the mouse: what the user looks at.
  [[nodiscard]] std::optional<int> lookedAt() const { return looked_; }

 signals:
  void lookedAtChanged();
  /// A click that selected nothing, Return or Space.
  void lineChosen(int line);

 protected:
  void wheelEvent(QWheelEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  [[nodiscard]] std::optional<int> lineAt(const QPoint& place) const;
  void lookAt(std::optional<int> line);

  std::optional<int> looked_;
  std::optional<int> pressed_;
  bool keyboard_ = false;
};

}  // namespace poscope
