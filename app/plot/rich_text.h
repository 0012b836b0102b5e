// A paragraph of runs in their colours, wrapped to a width.
#pragma once

#include <QTextLayout>
#include <memory>

#include "app/plot/style.h"

class QPainter;

namespace poscope {

class RichText {
 public:
  /// Plain runs take `plain`; runs with a role take the role's text colour.
  RichText(const Text& text, const PlotStyle& style, const QFont& font, const QColor& plain);

  /// Breaks the lines; returns the height. Long words break anywhere rather than leave the width.
  double wrap(double width);
  [[nodiscard]] double height() const { return height_; }
  /// Width of the text on one line.
  [[nodiscard]] double naturalWidth() const;
  /// Width of its longest word.
  [[nodiscard]] double leastWidth() const;
  void draw(QPainter& painter, const QPointF& topLeft) const;
  [[nodiscard]] bool empty() const { return layout_->text().isEmpty(); }

 private:
  std::unique_ptr<QTextLayout> layout_;  ///< Not movable itself.
  QFont font_;
  QColor plain_;
  double height_ = 0;
};

}  // namespace poscope
