// A bits or table panel in the window, operated by mouse or keyboard.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "app/plot/painted_panel.h"

namespace poscope {

class PaintedWidget final : public QWidget {
  Q_OBJECT

 public:
  explicit PaintedWidget(QWidget* parent = nullptr);

  /// `figure` keeps `panel` alive.
  void setPanel(std::shared_ptr<const Figure> figure, const Panel& panel, const PlotStyle& style);

  [[nodiscard]] double naturalWidth() const;
  /// The height that shows all of it at a width; lays it out for that width.
  double heightFor(double width);

 signals:
  void actionRequested(const poscope::Action& action);
  /// The keyboard moved to a place (in widget pixels) that should be in view.
  void focusMoved(const QPoint& place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  [[nodiscard]] const std::vector<ActionSpot>& spots() const;
  [[nodiscard]] std::optional<std::size_t> spotAt(const QPointF& at) const;
  [[nodiscard]] std::size_t inNextRow(int direction) const;
  void moveTo(std::size_t spot);
  void trigger();

  std::shared_ptr<const Figure> figure_;
  std::unique_ptr<PaintedPanel> painter_;
  QColor surface_;
  std::size_t focused_ = 0;
  bool ring_ = false;  ///< The keyboard is in use: show where it is.
};

}  // namespace poscope
