// Numbers printed inside the cells of a heat map that is zoomed in far enough.
#pragma once

#include <QFontMetricsF>
#include <span>

#include "app/plot/style.h"

class QPainter;

namespace poscope {

class CellValues {
 public:
  explicit CellValues(const PlotStyle& style);

  /// Whether cells of this size (logical pixels) have room for each of the numbers: some cells with
  /// numbers between others without would read as missing values.
  [[nodiscard]] bool fit(const QSizeF& cell, std::span<const float> values) const;

  /// As many digits as fit, in black or white on the cell's colour, "masked" for a cell that does
  /// not exist; nothing when not even one fits.
  void draw(QPainter& painter, const QRectF& cell, float value, QRgb background) const;

 private:
  [[nodiscard]] double roomIn(const QSizeF& cell) const;
  [[nodiscard]] QString text(float value, double room) const;

  QFont font_;
  QFontMetricsF metrics_;
  double scale_;
  QString masked_;  ///< On screen; a page shows that a cell is missing.
  QColor muted_;
};

}  // namespace poscope
