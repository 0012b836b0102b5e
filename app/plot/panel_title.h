// The title of a table or of code: its words can be selected and copied, as those of the finding.
#pragma once

#include <QLabel>

#include "app/plot/style.h"

namespace poscope {

class PanelTitle final : public QLabel {
  Q_OBJECT

 public:
  explicit PanelTitle(QWidget* parent);

  void setTitle(const Text& title, const PlotStyle& style);
  /// The width of a panel that has it on one line.
  [[nodiscard]] double naturalWidth() const;
  /// Goes to the top of a panel of a width, `beside` less wide; returns where the panel goes on.
  int place(int width, int beside);

 private:
  QString plain_;
};

}  // namespace poscope
