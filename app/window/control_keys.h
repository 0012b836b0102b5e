// Keys that a control and the window both know: who gets them.
#pragma once

#include <QObject>

namespace poscope {

/// Watches the whole application. A box of one line leaves the window its commands, and the undo of
/// typed text while there is any; Space belongs to the controls that it presses.
class ControlKeys : public QObject {
  Q_OBJECT

 public:
  explicit ControlKeys(QObject* parent);

  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace poscope
