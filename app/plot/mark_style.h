// How marks look: colour, dash, shape. No two curves of one plot look alike, in grey print neither.
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "app/plot/style.h"

namespace poscope {

/// How a mark is drawn, in the legend too.
struct MarkStyle {
  Mark mark = Mark::line;
  QColor colour;
  double width = 1.6;   ///< Of lines, logical pixels.
  double size = 6;      ///< Of dots and squares.
  QVector<qreal> dash;  ///< Of lines, in widths; empty for a solid one.
};

/// One for each layer of `panel`. Lines whose colours are about as light as each other differ in
/// their dashes: the more emphasised and the earlier role has the plainer one.
[[nodiscard]] std::vector<MarkStyle> markStyles(const PlotPanel& panel, const PlotStyle& style);

void applyMark(QCPGraph& graph, const MarkStyle& mark);

/// Two strokes, for the graph and its legend.
void drawCross(QCPPainter& painter, const QPointF& centre, const QColor& colour, double size);

/// The head at the end of an arrow, as large as its line is wide.
void drawHead(QCPPainter& painter, const QLineF& way, const QPen& pen);

/// The pen of a line of this style.
[[nodiscard]] QPen linePen(const MarkStyle& mark);

/// Whether a mark is told from others by its dashes.
[[nodiscard]] bool isLine(Mark mark);

/// How light a colour prints in grey, 0..1.
[[nodiscard]] double lightness(const QColor& colour);
/// Colours whose lightness differs by less are told apart by dash or shape.
inline constexpr double kLeastContrast = 0.2;

/// Dots and squares shrink until neighbours `spacing` logical pixels apart stay apart.
[[nodiscard]] double markSize(Mark mark, double spacing, double scale);

}  // namespace poscope
