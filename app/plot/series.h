// Points, curves and bands as QCustomPlot graphs.
#pragma once

#include <qcustomplot.h>

#include "app/plot/cells.h"
#include "app/plot/mark_style.h"
#include "app/plot/style.h"

namespace poscope {

/// A graph that draws every point that it is given: QCustomPlot's own sampling puts least before
/// greatest, whatever their order. Its marks may reach a little over the edge of the plot, so that
/// those on the edge are whole. Owned by the plot.
class SeriesGraph final : public QCPGraph {
 public:
  SeriesGraph(QCPAxis* x, QCPAxis* y) : QCPGraph(x, y) { setAdaptiveSampling(false); }
  /// The line gets an arrow's head, whose size goes with its width, at its left or its right end.
  enum class Head { none, left, right };
  void setHead(Head head) { head_ = head; }

 protected:
  [[nodiscard]] QRect clipRect() const override {
    return QCPGraph::clipRect().adjusted(-kOver, -kOver, kOver, kOver);
  }
  /// Filled shapes without an outline; crosses are nothing else.
  void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                       const QCPScatterStyle& style) const override;
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;

 private:
  static constexpr int kOver = 5;
  Head head_ = Head::none;
};

/// A graph of given points.
QCPGraph* addPoints(QCPAxis* x, QCPAxis* y, const PointLayer& layer, const MarkStyle& mark);

/// The graphs of a curve or a band, filled when their points arrive.
class CurvePlot {
 public:
  CurvePlot(QCPAxis* x, QCPAxis* y, const CurveLayer& layer, const MarkStyle& mark);
  CurvePlot(QCPAxis* x, QCPAxis* y, const BandLayer& layer, const PlotStyle& style);

  void setPicture(CurvePicture picture);
  [[nodiscard]] bool empty() const { return picture_.rows.empty(); }
  /// Nothing when no column is visible.
  [[nodiscard]] std::optional<CurveRequest> request(double pixelRatio) const;
  /// The curve, or the lower edge of the band.
  [[nodiscard]] QCPGraph* graph() const { return graphs_.front(); }

 private:
  QCPAxis* axis_;
  CurveRequest whole_;             ///< Without its part of x.
  std::vector<QCPGraph*> graphs_;  ///< One for each row.
  CurvePicture picture_;
};

}  // namespace poscope
