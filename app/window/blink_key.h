// The key B, held: shows the other side. A key of its own, because an action knows no release.
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace poscope {

/// Watches the whole application for keys that go to `window`; keys that are typed into a text are
/// left alone.
class BlinkKey : public QObject {
  Q_OBJECT

 public:
  static constexpr Qt::Key kKey = Qt::Key_B;

  explicit BlinkKey(QWidget* window);

  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  void held(bool down);

 private:
  [[nodiscard]] bool isOurs(const QObject* watched, const QKeyEvent& key) const;

  QWidget* window_;
  bool down_ = false;
};

}  // namespace poscope
