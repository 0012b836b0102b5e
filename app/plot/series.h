// Points, curves and bands as QCustomPlot graphs.
#pragma once

#include <qcustomplot.h>

#include "app/plot/cells.h"
#include "app/plot/style.h"

namespace poscope {

/// A graph whose marks may reach a little over the edge of the plot, so that those on the edge are
/// whole.
class SeriesGraph final : public QCPGraph {
 public:
  SeriesGraph(QCPAxis* x, QCPAxis* y) : QCPGraph(x, y) {}

 protected:
  [[nodiscard]] QRect clipRect() const override {
    return QCPGraph::clipRect().adjusted(-kOver, -kOver, kOver, kOver);
  }
  /// Filled shapes without an outline.
  void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                       const QCPScatterStyle& style) const override;

 private:
  static constexpr int kOver = 5;
};

/// How a mark is drawn, in the legend too.
struct MarkStyle {
  Mark mark = Mark::line;
  QColor colour;
  double width = 1.6;  ///< Of lines, logical pixels.
  double size = 6;     ///< Of dots and squares.
};

[[nodiscard]] MarkStyle markStyle(const PlotStyle& style, ColourRole role, Mark mark, bool faint);
void applyMark(QCPGraph& graph, const MarkStyle& mark);

/// Dots and squares shrink until neighbours `spacing` logical pixels apart stay apart.
[[nodiscard]] double markSize(Mark mark, double spacing, double scale);

/// A graph of given points.
QCPGraph* addPoints(QCPAxis* x, QCPAxis* y, const PointLayer& layer, const PlotStyle& style);

/// Two graphs with the area between them filled.
struct BandGraphs {
  QCPGraph* low = nullptr;
  QCPGraph* high = nullptr;
};
BandGraphs addBand(QCPAxis* x, QCPAxis* y, const PlotStyle& style, ColourRole role);
void setBand(const BandGraphs& graphs, const std::vector<double>& x, const std::vector<double>& low,
             const std::vector<double>& high);

/// The graphs of a curve, filled when its cells arrive.
class CurvePlot {
 public:
  CurvePlot(QCPAxis* x, QCPAxis* y, const CurveLayer& layer, const PlotStyle& style);

  void setPicture(CurvePicture picture);
  [[nodiscard]] const CurvePicture& picture() const { return picture_; }
  /// Nothing when no column is visible.
  [[nodiscard]] std::optional<CurveRequest> request(double pixelRatio) const;
  [[nodiscard]] QCPGraph* graph() const { return mean_; }

 private:
  QCPAxis* axis_;
  std::shared_ptr<const CellSource> source_;
  std::int64_t row_;
  Quantity quantity_;
  double columnFirst_;
  BandGraphs range_;
  QCPGraph* mean_;
  CurvePicture picture_;
};

}  // namespace poscope
