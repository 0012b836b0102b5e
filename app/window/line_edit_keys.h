// Commands that a text box would swallow: Ctrl+E (its end of line on X11), and undo where the box
// has nothing to undo.
#pragma once

#include <QObject>

namespace poscope {

/// Lives as long as its parent and watches the whole application.
class LineEditKeys : public QObject {
 public:
  explicit LineEditKeys(QObject* parent);

  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace poscope
