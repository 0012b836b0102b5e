// A paragraph of runs in their colours, wrapped to a width.
#pragma once

#include <QTextLayout>
#include <memory>
#include <vector>

#include "app/plot/style.h"

class QPainter;

namespace poscope {

class RichText {
 public:
  /// Plain runs take `plain`; runs with a role take the role's text colour.
  RichText(const Text& text, const PlotStyle& style, const QFont& font, const QColor& plain);

  /// Breaks the lines where line_breaks.h allows it; returns the height. Long words break anywhere
  /// rather than leave the width.
  double wrap(double width);
  [[nodiscard]] double height() const { return height_; }
  /// From the top to the baseline of the first line, after wrap().
  [[nodiscard]] double ascent() const;
  /// Width of the text on one line.
  [[nodiscard]] double naturalWidth() const;
  /// Width of its longest piece that is not broken: a word, or an ideograph with its marks.
  [[nodiscard]] double leastWidth() const;
  void draw(QPainter& painter, const QPointF& topLeft) const;
  [[nodiscard]] bool empty() const { return layout_->text().isEmpty(); }

 private:
  std::unique_ptr<QTextLayout> layout_;  ///< Not movable itself.
  QFont font_;
  QColor plain_;
  std::vector<qsizetype> breaks_;  ///< Where lines may begin, ascending.
  double height_ = 0;

  [[nodiscard]] std::vector<qsizetype> naturalEnds(double width);
};

}  // namespace poscope
