#include "app/plot/series.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace poscope {
namespace {

constexpr double kBandTint = 0.82;  ///< How far a band's colour is mixed into the surface.

struct MarkLook {
  QCPGraph::LineStyle line;
  QCPScatterStyle::ScatterShape shape;
  Qt::PenStyle pen;
  double largest;  ///< Of a scatter mark, logical pixels.
};

// One row per Mark, in its order.
constexpr std::array<MarkLook, 5> kLooks{{
    {QCPGraph::lsLine, QCPScatterStyle::ssNone, Qt::SolidLine, 0},
    {QCPGraph::lsLine, QCPScatterStyle::ssNone, Qt::DashLine, 0},
    {QCPGraph::lsNone, QCPScatterStyle::ssCircle, Qt::SolidLine, 5},
    {QCPGraph::lsNone, QCPScatterStyle::ssSquare, Qt::SolidLine, 6},
    {QCPGraph::lsStepLeft, QCPScatterStyle::ssNone, Qt::SolidLine, 0},
}};

const MarkLook& lookOf(Mark mark) {
  return kLooks[static_cast<std::size_t>(mark)];
}

QVector<double> vectorOf(const std::vector<double>& values) {
  return QVector<double>(values.begin(), values.end());
}

// Gaps for what is no finite number.
QVector<double> finiteOf(const std::vector<double>& values) {
  QVector<double> finite = vectorOf(values);
  for (double& value : finite) {
    value = std::isfinite(value) ? value : qQNaN();
  }
  return finite;
}

}  // namespace

MarkStyle markStyle(const PlotStyle& style, ColourRole role, Mark mark, bool faint) {
  const QColor colour = markColour(style.colours(), role);
  return {mark, faint ? faintColour(style.colours(), colour) : colour, 1.6 * style.scale(),
          lookOf(mark).largest * style.scale()};
}

void applyMark(QCPGraph& graph, const MarkStyle& mark) {
  const MarkLook& look = lookOf(mark.mark);
  QPen pen(mark.colour, mark.width, look.pen, Qt::FlatCap, Qt::RoundJoin);
  if (look.pen == Qt::DashLine) {
    pen.setDashPattern({5, 3});
  }
  graph.setLineStyle(look.line);
  graph.setPen(pen);
  if (look.shape != QCPScatterStyle::ssNone) {
    graph.setScatterStyle(QCPScatterStyle(look.shape, mark.colour, mark.colour, mark.size));
  }
}

double markSize(Mark mark, double spacing, double scale) {
  return std::clamp(spacing * 0.8, 1.5 * scale, lookOf(mark).largest * scale);
}

void SeriesGraph::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                                  const QCPScatterStyle& style) const {
  applyScattersAntialiasingHint(painter);
  painter->setPen(Qt::NoPen);
  painter->setBrush(style.brush());
  for (const QPointF& at : scatters) {
    style.drawShape(painter, at);
  }
}

QCPGraph* addPoints(QCPAxis* x, QCPAxis* y, const PointLayer& layer, const PlotStyle& style) {
  auto* graph = new SeriesGraph(x, y);  // Owned by the plot.
  graph->setData(vectorOf(layer.x), finiteOf(layer.y), true);
  applyMark(*graph, markStyle(style, layer.role, layer.mark, layer.faint));
  return graph;
}

BandGraphs addBand(QCPAxis* x, QCPAxis* y, const PlotStyle& style, ColourRole role) {
  const Theme& colours = style.colours();
  BandGraphs graphs{new QCPGraph(x, y), new QCPGraph(x, y)};
  for (QCPGraph* graph : {graphs.low, graphs.high}) {
    graph->setPen(Qt::NoPen);
  }
  graphs.high->setBrush(mixed(markColour(colours, role), colours.surface, kBandTint));
  graphs.high->setChannelFillGraph(graphs.low);
  graphs.high->setAntialiasedFill(
      false);  // A pale area; smooth edges of a zigzag cost many frames.
  return graphs;
}

void setBand(const BandGraphs& graphs, const std::vector<double>& x, const std::vector<double>& low,
             const std::vector<double>& high) {
  graphs.low->setData(vectorOf(x), finiteOf(low), true);
  graphs.high->setData(vectorOf(x), finiteOf(high), true);
}

CurvePlot::CurvePlot(QCPAxis* x, QCPAxis* y, const CurveLayer& layer, const PlotStyle& style)
    : axis_(x),
      source_(layer.source),
      row_(layer.row),
      quantity_(layer.quantity),
      columnFirst_(layer.columnFirst),
      range_(addBand(x, y, style, layer.role)),
      mean_(new SeriesGraph(x, y)) {
  applyMark(*mean_, markStyle(style, layer.role, layer.mark, layer.faint));
}

void CurvePlot::setPicture(CurvePicture picture) {
  picture_ = std::move(picture);
  mean_->setData(vectorOf(picture_.x), finiteOf(picture_.mean), true);
  const bool ranged = !picture_.low.empty();
  setBand(range_, ranged ? picture_.x : std::vector<double>{}, picture_.low, picture_.high);
}

std::optional<CurveRequest> CurvePlot::request(double pixelRatio) const {
  const int pixels = static_cast<int>(std::lround(axis_->axisRect()->width() * pixelRatio));
  const IntegerAxis columns{columnFirst_, source_->columns()};
  // One column more on each side, so that a line runs on to the edge.
  AxisRange range{axis_->range().lower, axis_->range().upper};
  CurveRequest request{source_, row_, quantity_, {}, columnFirst_};
  if (axis_->scaleType() == QCPAxis::stLogarithmic) {
    request.pieces = visibleOctaves(columns, range, pixels);
  } else {
    range = {range.low - 1, range.high + 1};
    const AxisLattice lattice = visibleLattice(columns, range, pixels);
    if (lattice.count > 0) {
      request.pieces.push_back(lattice);
    }
  }
  return request.pieces.empty() ? std::nullopt : std::optional(std::move(request));
}

}  // namespace poscope
