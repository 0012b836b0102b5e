// A left and B right of a line that is dragged: the other side over a plot, masked to its half.
#pragma once

#include <QAbstractSlider>
#include <QPointer>
#include <array>
#include <memory>
#include <vector>

#include "app/plot/figure_view.h"

class QLabel;

namespace poscope {

class Appearance;
class SharedCursor;

/// The line of one plot: a slider whose value is the share of the plot left of it, in thousandths.
class WipeLine final : public QAbstractSlider {
  Q_OBJECT

 public:
  static constexpr int kWhole = 1000;

  WipeLine(const Appearance& appearance, QWidget* parent);

  /// `area`: the plot between its axes, `inSight` what of it can be seen, both in the parent.
  void place(const QRect& area, const QRect& inSight);
  /// Where the line is, in the parent.
  [[nodiscard]] int across() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();

  const Appearance& appearance_;
  QRect area_;
  int grabbed_ = 0;  ///< How far right of the line it was taken.
};

/// What of a comparison lies over the plot, and on which side of the line.
struct WipeSide {
  std::shared_ptr<const Figure> figure;  ///< nullptr while it is being made.
  bool left = false;
  std::array<Text, 2> names = {};  ///< Of what is left and right of the line.
};

/// Plot and layer share zoom, scrolling and places; readings come from the one under the mouse, and
/// both speak through the plot's signals.
class Wipe final : public QObject {
  Q_OBJECT

 public:
  Wipe(const Appearance& appearance, FigureView& plot, SharedCursor& cursor);

  void start();
  void stop();
  [[nodiscard]] bool active() const { return layer_ != nullptr; }
  void setSide(WipeSide side);
  /// Puts the line back into the middle.
  void reset();

  /// The line that has the keyboard; nullptr when there is none.
  [[nodiscard]] WipeLine* line() const { return lines_.empty() ? nullptr : lines_.front(); }
  /// The other side; nullptr when nothing is wiped.
  [[nodiscard]] FigureView* layer() const { return layer_; }

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeLayer();
  void follow();
  void showOther();
  void place();
  void placeLines();
  void placeNames();
  [[nodiscard]] bool namesFitBetter(const std::array<QRect, 2>& one,
                                    const std::array<QRect, 2>& other) const;
  void moveLine(int value);
  void style();

  const Appearance& appearance_;
  FigureView& plot_;
  SharedCursor& cursor_;
  QPointer<FigureView> layer_;
  std::vector<WipeLine*> lines_;  ///< One a plot.
  std::array<QLabel*, 2> names_{};
  WipeSide side_;
  std::shared_ptr<const Figure> below_;  ///< What the other side was fitted to.
  int value_ = WipeLine::kWhole / 2;
};

}  // namespace poscope
