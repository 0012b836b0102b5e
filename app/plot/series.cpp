#include "app/plot/series.h"

#include <cmath>

namespace poscope {
namespace {

constexpr double kBandTint = 0.82;  ///< How far a band's colour is mixed into the surface.

QVector<double> vectorOf(const std::vector<double>& values) {
  return QVector<double>(values.begin(), values.end());
}

// Gaps for what has no place on the axis: no finite number, or none above 0 on a logarithmic one.
QVector<double> placedOf(const std::vector<double>& values, const QCPAxis& axis) {
  const bool logarithmic = axis.scaleType() == QCPAxis::stLogarithmic;
  QVector<double> placed = vectorOf(values);
  for (double& value : placed) {
    value = std::isfinite(value) && (!logarithmic || value > 0) ? value : qQNaN();
  }
  return placed;
}

}  // namespace

void SeriesGraph::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                                  const QCPScatterStyle& style) const {
  applyScattersAntialiasingHint(painter);
  painter->setPen(Qt::NoPen);
  painter->setBrush(style.brush());
  for (const QPointF& at : scatters) {
    if (style.shape() == QCPScatterStyle::ssCross) {
      drawCross(*painter, at, style.pen().color(), style.size());
    } else {
      style.drawShape(painter, at);
    }
  }
}

void SeriesGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
  QCPGraph::drawLinePlot(painter, lines);
  if (head_ == Head::none || lines.size() < 2) {
    return;
  }
  const QLineF way = head_ == Head::right ? QLineF(lines[lines.size() - 2], lines.back())
                                          : QLineF(lines[1], lines[0]);
  drawHead(*painter, way, pen());
}

QCPGraph* addPoints(QCPAxis* x, QCPAxis* y, const PointLayer& layer, const MarkStyle& mark) {
  auto* graph = new SeriesGraph(x, y);
  const bool leftward = layer.mark == Mark::arrow && layer.x.front() > layer.x.back();
  graph->setData(vectorOf(layer.x), placedOf(layer.y, *y), !leftward);
  if (layer.mark == Mark::arrow) {
    graph->setHead(leftward ? SeriesGraph::Head::left : SeriesGraph::Head::right);
  }
  applyMark(*graph, mark);
  return graph;
}

CurvePlot::CurvePlot(QCPAxis* x, QCPAxis* y, const CurveLayer& layer, const MarkStyle& mark)
    : axis_(x), whole_(curveRequest(layer)), graphs_{new SeriesGraph(x, y)} {
  applyMark(*graph(), mark);
}

CurvePlot::CurvePlot(QCPAxis* x, QCPAxis* y, const BandLayer& layer, const PlotStyle& style)
    : axis_(x), whole_(curveRequest(layer)), graphs_{new SeriesGraph(x, y), new SeriesGraph(x, y)} {
  const Theme& colours = style.colours();
  for (QCPGraph* edge : graphs_) {
    edge->setPen(Qt::NoPen);
  }
  QCPGraph* high = graphs_.back();
  high->setBrush(mixed(markColour(colours, layer.role), colours.surface, kBandTint));
  high->setChannelFillGraph(graphs_.front());
  high->setAntialiasedFill(false);  // A pale area; smooth edges of a zigzag cost many frames.
}

void CurvePlot::setPicture(CurvePicture picture) {
  picture_ = std::move(picture);
  for (std::size_t k = 0; k < graphs_.size(); ++k) {
    graphs_[k]->setData(vectorOf(picture_.rows[k].x),
                        placedOf(picture_.rows[k].y, *graphs_[k]->valueAxis()), true);
  }
}

std::optional<CurveRequest> CurvePlot::request(double pixelRatio) const {
  const int pixels = static_cast<int>(std::lround(axis_->axisRect()->width() * pixelRatio));
  const AxisScale scale =
      axis_->scaleType() == QCPAxis::stLogarithmic ? AxisScale::log2 : AxisScale::linear;
  CurveRequest request = whole_;
  request.edges = columnEdges({request.columnFirst, request.source->columns()},
                              {axis_->range().lower, axis_->range().upper}, scale, pixels);
  return request.edges.empty() ? std::nullopt : std::optional(std::move(request));
}

}  // namespace poscope
