// Where in a plot there is data: words go where there is none.
#pragma once

#include <QLineF>
#include <QRectF>
#include <vector>

namespace poscope {

/// Counts of marks on a grid of small squares. Adding is cheap, and so is asking once all is added.
class InkMap {
 public:
  InkMap() = default;
  /// `area` in logical pixels; nothing outside of it counts.
  explicit InkMap(const QRectF& area);

  void addPoint(const QPointF& at);
  /// Marks along the part of a line that lies inside of the area.
  void addLine(const QLineF& line);
  /// `weight` marks in each square that the rectangle touches.
  void addArea(const QRectF& area, int weight);

  /// Marks in the squares that `area` touches.
  [[nodiscard]] int in(const QRectF& area) const;

 private:
  struct Squares {
    int left = 0;
    int top = 0;
    int right = -1;  ///< Inclusive, as is bottom.
    int bottom = -1;
  };
  [[nodiscard]] Squares squares(const QRectF& area) const;
  void sumUp() const;

  QRectF area_;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<int> counts_;
  mutable std::vector<int> sums_;  ///< Of everything left and above; empty after a change.
};

}  // namespace poscope
