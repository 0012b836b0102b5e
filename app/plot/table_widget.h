// A table panel in the window: its title and a TableView.
#pragma once

#include "app/plot/panel_title.h"
#include "app/plot/panel_widget.h"
#include "app/plot/table_view.h"

namespace poscope {

class TableWidget final : public PanelWidget {
  Q_OBJECT

 public:
  explicit TableWidget(QWidget* parent);

  [[nodiscard]] bool shows(const Panel& panel) const override;
  void setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                const PlotStyle& style) override;
  [[nodiscard]] double naturalWidth() const override;
  [[nodiscard]] double leastWidth() const override { return table_->leastWidth(); }
  /// For StickyHeadings.
  [[nodiscard]] TableView& table() const { return *table_; }
  [[nodiscard]] QWidget& spoken() override { return *table_; }
  void light(const std::string& subject) override { table_->light(subject); }

 protected:
  double layOut(double width) override;

 private:
  PanelTitle* title_;
  TableView* table_;
};

}  // namespace poscope
