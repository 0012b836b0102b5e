// Bits or clocks in the window, a picture operated by mouse or keyboard.
#pragma once

#include <optional>

#include "app/plot/painted_panel.h"
#include "app/plot/panel_widget.h"

namespace poscope {

class PaintedWidget final : public PanelWidget {
  Q_OBJECT

 public:
  explicit PaintedWidget(QWidget* parent = nullptr);

  [[nodiscard]] bool shows(const Panel& panel) const override;
  void setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                const PlotStyle& style) override;
  [[nodiscard]] double naturalWidth() const override;
  [[nodiscard]] double leastWidth() const override;

 protected:
  double layOut(double width) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  [[nodiscard]] const std::vector<ActionSpot>& spots() const;
  [[nodiscard]] std::optional<std::size_t> spotAt(const QPointF& at) const;
  void hover(std::optional<std::size_t> spot);
  [[nodiscard]] std::size_t inNextRow(int direction) const;
  void moveTo(std::size_t spot);
  void trigger();

  std::shared_ptr<const Figure> figure_;
  std::unique_ptr<ClickablePanel> painter_;
  QColor surface_;
  QColor accent_;
  std::optional<std::size_t> hovered_;
  std::size_t focused_ = 0;
  bool ring_ = false;  ///< The keyboard is in use: show where it is.
};

}  // namespace poscope
