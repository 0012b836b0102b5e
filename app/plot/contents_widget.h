// What a figure can be about, as a list beside it: a name and what it is about under each other.
#pragma once

#include "app/plot/panel_title.h"
#include "app/plot/panel_widget.h"

namespace poscope {

class ContentsList;

/// A table whose rows choose what the rest of the figure is about (TablePanel::contents). Its first
/// two columns are read in each entry; the others follow as marks, and in words as its tooltip. It
/// scrolls by itself: choosing an entry does not move the list.
class ContentsWidget final : public PanelWidget {
  Q_OBJECT

 public:
  explicit ContentsWidget(QWidget* parent);

  [[nodiscard]] bool shows(const Panel& panel) const override;
  void setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                const PlotStyle& style) override;
  [[nodiscard]] double naturalWidth() const override;
  [[nodiscard]] double leastWidth() const override;
  [[nodiscard]] QWidget& spoken() override;

 protected:
  double layOut(double width) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  PanelTitle* title_;
  ContentsList* list_;
};

}  // namespace poscope
