#include "app/plot/panel_widget.h"

#include "app/plot/code_widget.h"
#include "app/plot/contents_widget.h"
#include "app/plot/painted_widget.h"
#include "app/plot/table_widget.h"

namespace poscope {

double PanelWidget::heightFor(double width) {
  laidOutFor_ = width;
  return layOut(width);
}

void PanelWidget::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (qRound(laidOutFor_) != width()) {
    heightFor(width());
  }
}

PanelWidget* makePanelWidget(const Panel& panel, QWidget* parent) {
  if (std::holds_alternative<PlotPanel>(panel)) {
    return nullptr;
  }
  if (std::holds_alternative<CodePanel>(panel)) {
    return new CodeWidget(parent);
  }
  const auto* const table = std::get_if<TablePanel>(&panel);
  if (table == nullptr) {
    return new PaintedWidget(parent);
  }
  if (table->contents) {
    return new ContentsWidget(parent);
  }
  return new TableWidget(parent);
}

}  // namespace poscope
