// A plot that people zoom and point at. The wheel zooms at the cursor (maps over an axis that axis
// only; with Ctrl on a page that scrolls), dragging pans, a double click or the button fits.
// Shift and dragging marks a range. Without a mouse: + and - zoom, 0 fits, arrows, Home and End
// move the cursor, [ and ] mark from it and to it.
#pragma once

#include <QTimer>

#include "app/plot/panel_plot.h"
#include "app/plot/shared_cursor.h"

class QGestureEvent;
class QToolButton;

namespace poscope {

class PanelCanvas final : public PanelPlot {
  Q_OBJECT

 public:
  /// Without `shared` it has a cursor of its own only, and no range.
  explicit PanelCanvas(SharedCursor* shared, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override { return {640, 360}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

  void fit();
  /// Shows the part of x that another plot shows; y follows where it does. Tells nobody.
  void followAlong(const AxisRange& x);
  /// Shows the part of both axes that the plot of another side shows; whether that is another one.
  bool showAs(const PanelCanvas& other);
  /// Lets y follow what has been drawn since.
  void followAgain();
  [[nodiscard]] bool following() const { return following_; }
  /// Keeps y as it was set, until the next zoom along x.
  void stopFollowing() { following_ = false; }
  /// On a page that scrolls the wheel does, and zooms with Ctrl only.
  void setPageScrolls(bool scrolls) { pageScrolls_ = scrolls; }
  /// Asks the panel's inspection again, after the figure has changed under a resting cursor. False
  /// where none rests.
  bool inspectAgain();
  /// Reads at the window's cursor, where it has a place on both axes that count something. False
  /// where nothing was read.
  bool readShared();
  /// Shows the window's cursor and range as they are now.
  void showShared();
  /// Shows the marked range alone, as a gesture of its own. Nothing for one of another coordinate.
  void zoomToRange();
  /// Whether a gesture has begun whose end is still to be told.
  [[nodiscard]] bool inGesture() const { return gesture_.has_value(); }

 signals:
  /// The visible part or the size changed: cells are needed.
  void cellsNeeded();
  /// A gesture has ended with another visible part than it began with.
  void gestureEnded();
  /// A click that dragged nothing.
  void clicked();
  /// No rows when nothing is under the cursor.
  void detailChanged(const poscope::Detail& detail);
  /// The menu was asked for, at a place on the screen.
  void menuRequested(const QPoint& place);

 protected:
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
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
  void showAlong(const AxisRange& x);
  void retranslate();
  void placeReset();
  void moveToEnd(bool last);
  void finishSoon();
  void finishGesture();
  bool pinched(QGestureEvent* event);
  void inspect(const QPointF& value);
  void stopInspecting();
  void moveCursor(int acrossSteps, int upSteps);
  [[nodiscard]] QPointF cursorOrCentre() const;
  [[nodiscard]] bool locked() const { return shared_ != nullptr && shared_->locked(); }
  [[nodiscard]] const Axis* countedAxis() const;
  void markTo(const QPointF& at);
  void markFromCursor(bool first);
  void leave();
  void followShared();

  SharedCursor* shared_;
  bool moving_ = false;  ///< It is this plot that moves the window's cursor.

  QToolButton* reset_;  ///< There while a part is shown.
  bool pageScrolls_ = false;
  bool following_ = false;          ///< y follows what is drawn, since the user zoomed along x.
  std::optional<QPointF> pressed_;  ///< Where a drag was last, in pixels.
  std::optional<QPointF> marking_;  ///< Where a range was begun, in pixels.
  std::optional<QPointF> cursor_;   ///< What is inspected, in axis values.
  std::optional<Ranges> gesture_;   ///< What was shown when the gesture began.
  QTimer gestureTimer_;
  bool ring_ = false;  ///< The keyboard led here: the focus is shown.
};

}  // namespace poscope
