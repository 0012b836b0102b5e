// A plot that people zoom and point at. The wheel zooms at the cursor (over an axis that axis
// only), dragging pans, a double click fits; +, -, Home and the arrow keys do the same without a
// mouse.
#pragma once

#include <QTimer>

#include "app/plot/panel_plot.h"

class QGestureEvent;

namespace poscope {

class PanelCanvas final : public PanelPlot {
  Q_OBJECT

 public:
  explicit PanelCanvas(QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override { return {640, 360}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

  void fit();
  /// Asks the panel's inspection again, after the figure has changed under a resting cursor.
  void inspectAgain();
  /// Whether a gesture has begun whose end is still to be told.
  [[nodiscard]] bool inGesture() const { return gesture_.has_value(); }

 signals:
  /// The visible part or the size changed: cells are needed.
  void cellsNeeded();
  /// A gesture has ended with another visible part than it began with.
  void gestureEnded();
  /// No rows when nothing is under the cursor.
  void detailChanged(const poscope::Detail& detail);

 protected:
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Ranges {
    AxisRange x;
    AxisRange y;
    friend bool operator==(const Ranges&, const Ranges&) = default;
  };

  [[nodiscard]] Ranges ranges() const { return {xRange(), yRange()}; }
  [[nodiscard]] bool zoomable() const { return panel() != nullptr && panel()->zoomable; }
  void showRanges(const Ranges& wanted);
  void zoomAt(const QPointF& pixel, double factor);
  void finishSoon();
  void finishGesture();
  bool pinched(QGestureEvent* event);
  void inspect(const QPointF& value);
  void stopInspecting();
  void moveCursor(int acrossSteps, int upSteps);

  std::optional<QPointF> pressed_;  ///< Where a drag was last, in pixels.
  std::optional<QPointF> cursor_;   ///< What is inspected, in axis values.
  std::optional<Ranges> gesture_;   ///< What was shown when the gesture began.
  QTimer gestureTimer_;
  bool ring_ = false;  ///< The keyboard led here: the focus is shown.
};

}  // namespace poscope
