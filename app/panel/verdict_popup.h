// What a verdict says at full length: its answer, what it asks, and its numbers.
#pragma once

#include <QFrame>

#include "core/figure/figure.h"

namespace poscope {

class Appearance;

/// As high as its words. All of them can be selected and copied; Escape or a click elsewhere closes
/// it.
class VerdictPopup : public QFrame {
  Q_OBJECT

 public:
  /// Below `place` (on the screen), or where there is room for it.
  static VerdictPopup* open(const Verdict& verdict, const Text& whose, const Appearance& appearance,
                            QWidget* parent, const QPoint& place);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  VerdictPopup(const QString& html, const QString& name, QWidget* parent);
};

}  // namespace poscope
