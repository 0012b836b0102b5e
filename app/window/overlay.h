// A sheet over the window that takes the keyboard until it is left.
#pragma once

#include <QFrame>
#include <QPointer>

namespace poscope {

/// Escape, a click beside it or another window leave it; the keyboard goes back to where it was.
class Overlay : public QFrame {
  Q_OBJECT

 public:
  explicit Overlay(QWidget* window);

  /// Fills it anew and shows it at the top of the window, in the middle.
  void open();
  void leave();

 protected:
  /// Fills it.
  virtual void prepare() = 0;
  [[nodiscard]] virtual QSize wantedSize() const = 0;

  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void place();

  QPointer<QWidget> before_;  ///< Had the keyboard.
};

}  // namespace poscope
