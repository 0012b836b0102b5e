// Asks for a link; closes only with one that is understood.
#pragma once

#include <QDialog>

#include "core/state/state.h"

class QLabel;
class QLineEdit;

namespace poscope {

class Appearance;

class LinkDialog : public QDialog {
  Q_OBJECT

 public:
  /// Starts with the clipboard's text when that is a link.
  explicit LinkDialog(const Appearance& appearance, QWidget* parent = nullptr);

 signals:
  void chosen(const poscope::State& state);

 private:
  void tryLink();

  const Appearance& appearance_;
  QLineEdit* link_;
  QLabel* error_;
};

}  // namespace poscope
