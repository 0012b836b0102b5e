// A panel of code in the window: text in the mono font that can be selected and copied.
#pragma once

#include <QTextEdit>

#include "app/plot/panel_title.h"
#include "app/plot/panel_widget.h"

class QToolButton;

namespace poscope {

class CodeWidget final : public PanelWidget {
  Q_OBJECT

 public:
  explicit CodeWidget(QWidget* parent);

  [[nodiscard]] bool shows(const Panel& panel) const override;
  void setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                const PlotStyle& style) override;
  [[nodiscard]] double naturalWidth() const override;
  [[nodiscard]] QWidget& spoken() override { return *code_; }

 protected:
  double layOut(double width) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();

  PanelTitle* title_;
  QTextEdit* code_;
  QToolButton* copy_;
  QColor ground_;
};

}  // namespace poscope
