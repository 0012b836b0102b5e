#include "app/plot/panel_plot.h"

#include <algorithm>
#include <cmath>

#include "app/plot/axes.h"
#include "app/plot/rich_text.h"

namespace poscope {
namespace {

QString stripLayer() {
  return QStringLiteral("strips");
}
QString noteLayer() {
  return QStringLiteral("notes");
}
QString hoverStripLayer() {
  return QStringLiteral("hoverStrips");
}
QString hoverLayer() {
  return QStringLiteral("hover");
}

constexpr int kMostCounted = 2000;       ///< Points of a graph that words look out for.
constexpr int kStripCounts = 20;         ///< A crossed strip line counts as many points.
constexpr double kStripLabel = 96;       ///< About the width of a strip's label, logical pixels.
constexpr double kCountedPixels = 6;     ///< Distance of counted places along a line.
constexpr double kSmallestShare = 1e-6;  ///< Of an axis without integers.

bool hasLayer(const PlotPanel& panel, bool (*test)(const Layer&)) {
  return std::any_of(panel.layers.begin(), panel.layers.end(), test);
}

bool isHeat(const Layer& layer) {
  return std::holds_alternative<HeatLayer>(layer);
}

bool isCurve(const Layer& layer) {
  return std::holds_alternative<CurveLayer>(layer);
}

ZoomRules rulesOf(const Axis& axis, double smallest) {
  const AxisRange limits{axis.first, axis.last};
  if (axis.scale == AxisScale::log2) {
    return {limits, 0.01, axis.scale};
  }
  return {limits, smallest > 0 ? smallest : limits.span() * kSmallestShare, axis.scale};
}

}  // namespace

PanelPlot::PanelPlot(QWidget* parent) : QCustomPlot(parent), margins_(new QCPMarginGroup(this)) {
  setNoAntialiasingOnDrag(false);
  setPlottingHints(QCP::phCacheLabels);
  setAutoAddPlottableToLegend(false);
  addLayer(stripLayer(), layer(QStringLiteral("grid")), QCustomPlot::limBelow);
  addLayer(hoverStripLayer(), layer(QStringLiteral("grid")), QCustomPlot::limBelow);
  addLayer(noteLayer(), layer(QStringLiteral("legend")), QCustomPlot::limAbove);
  addLayer(hoverLayer(), layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
  layer(hoverLayer())->setMode(QCPLayer::lmBuffered);
  legend->setVisible(false);
  axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
}

void PanelPlot::clear() {
  for (const auto& painter : painters_) {
    delete painter.data();
  }
  painters_.clear();
  curves_.clear();
  clearPlottables();
  if (bar_ != nullptr) {
    plotLayout()->remove(bar_);
    plotLayout()->simplify();
    bar_ = nullptr;
  }
  heats_.clear();
  points_.clear();
  entries_.clear();
  strips_.clear();
  notes_.clear();
}

void PanelPlot::setPanel(std::shared_ptr<const Figure> figure, const PlotPanel& panel,
                         const PlotStyle& style, const std::optional<Window>& window) {
  std::vector<HeatPicture> old;
  for (const HeatPlottable* heat : heats_) {
    old.push_back(heat == nullptr ? HeatPicture() : heat->picture());
  }
  clear();
  figure_ = std::move(figure);
  panel_ = &panel;
  style_ = style;
  const bool integersAcross = hasLayer(panel, isHeat) || hasLayer(panel, isCurve);
  xRules_ = rulesOf(panel.x, integersAcross ? 1 : 0);
  yRules_ = rulesOf(panel.y, hasLayer(panel, isHeat) ? 1 : 0);
  build();
  const Window all{panel.x.first, panel.x.last, panel.y.first, panel.y.last};
  const Window shown = window.value_or(all);
  setRanges({shown.x0, shown.x1}, {shown.y0, shown.y1});
  for (std::size_t k = 0; k < heats_.size() && k < old.size(); ++k) {
    if (heats_[k] != nullptr && !old[k].image.isNull()) {
      heats_[k]->setPicture(std::move(old[k]));
      heats_[k]->stretchPicture();
    }
  }
}

void PanelPlot::build() {
  setBackground(QBrush(style_.colours().surface));
  const bool map = hasLayer(*panel_, isHeat);
  setUpAxis(*xAxis, panel_->x, style_, false);
  setUpAxis(*yAxis, panel_->y, style_, !map);
  const int edge = static_cast<int>(std::lround(16 * style_.scale()));
  auto* title = new TitlePainter(this, axisRect(), style_.words(panel_->title), style_);
  top_ = std::max(edge, title->height());
  axisRect()->setMinimumMargins(QMargins(edge, top_, edge, edge / 2));
  plotLayout()->setColumnSpacing(edge / 2);
  heats_.resize(panel_->layers.size());
  curves_.resize(panel_->layers.size());
  // Paler layers lie behind, whatever their order.
  for (const bool faint : {true, false}) {
    for (std::size_t k = 0; k < panel_->layers.size(); ++k) {
      const Layer& each = panel_->layers[k];
      const auto* points = std::get_if<PointLayer>(&each);
      const auto* curve = std::get_if<CurveLayer>(&each);
      const bool behind = isHeat(each) || std::holds_alternative<BandLayer>(each) ||
                          (points != nullptr && points->faint) ||
                          (curve != nullptr && curve->faint);
      if (behind == faint) {
        addLayerOf(k, each);
      }
    }
  }
  const Covered covered = [this](const QRectF& area) { return coveredPoints(area); };
  auto* strips = new StripPainter(this, stripLayer(), xAxis, style_, false);
  strips->setStrips(strips_);
  auto* notes = new NotePainter(this, noteLayer(), xAxis, yAxis, style_, covered);
  notes->setNotes(notes_);
  hoverStrips_ = new StripPainter(this, map ? hoverLayer() : hoverStripLayer(), xAxis, style_, map);
  hoverNotes_ = new NotePainter(this, hoverLayer(), xAxis, yAxis, style_, covered);
  cursor_ = new CursorPainter(this, hoverLayer(), xAxis, yAxis, style_);
  painters_ = {title, strips, notes, hoverStrips_, hoverNotes_, cursor_};
  addLegend();
}

void PanelPlot::addLayerOf(std::size_t index, const Layer& layer) {
  const auto entry = [this](const Text& label, ColourRole role, Mark mark, bool faint, bool band) {
    if (!label.empty()) {
      entries_.push_back({style_.words(label), markStyle(style_, role, mark, faint), band, faint});
    }
  };
  if (const auto* heat = std::get_if<HeatLayer>(&layer)) {
    heats_[index] = new HeatPlottable(xAxis, yAxis, *heat, style_);
    if (bar_ == nullptr) {
      bar_ = new ColourBar(this, heat->colours, style_);
      plotLayout()->addElement(0, 1, bar_);
      const int edge = static_cast<int>(std::lround(16 * style_.scale()));
      bar_->setMinimumMargins(QMargins(0, top_, edge, 0));
      bar_->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
    }
  } else if (const auto* points = std::get_if<PointLayer>(&layer)) {
    QCPGraph* graph = addPoints(xAxis, yAxis, *points, style_);
    points_.push_back(
        {graph, markStyle(style_, points->role, points->mark, points->faint), &points->x});
    entry(points->label, points->role, points->mark, points->faint, false);
  } else if (const auto* curve = std::get_if<CurveLayer>(&layer)) {
    curves_[index] = std::make_unique<CurvePlot>(xAxis, yAxis, *curve, style_);
    entry(curve->label, curve->role, curve->mark, curve->faint, false);
  } else if (const auto* band = std::get_if<BandLayer>(&layer)) {
    setBand(addBand(xAxis, yAxis, style_, band->role), band->x, band->low, band->high);
    entry(band->label, band->role, Mark::line, false, true);
  } else if (const auto* strip = std::get_if<StripLayer>(&layer)) {
    strips_.push_back(*strip);
  } else {
    notes_.push_back(std::get<NoteLayer>(layer));
  }
}

void PanelPlot::addLegend() {
  // As in the figure: what is emphasised comes first.
  std::stable_sort(
      entries_.begin(), entries_.end(),
      [](const LegendEntry& one, const LegendEntry& other) { return !one.faint && other.faint; });
  painters_.push_back(
      new LegendPainter(this, axisRect(), style_, entries_,
                        [this](const QRectF& area) { return coveredPoints(area); }));
}

// Counts along lines, too: a long straight line has few points but covers much.
int PanelPlot::coveredPoints(const QRectF& area) const {
  int covered = 0;
  for (const StripLayer& strip : strips_) {  // A line, and the label right of its top.
    const double at = xAxis->coordToPixel(strip.x0);
    const double label = strip.label.empty() ? 0 : kStripLabel * style_.scale();
    const bool line = strip.x0 == strip.x1 && at >= area.left() && at <= area.right();
    const QRectF words(at, plotArea().top(), label, label / 4);
    covered += line || area.intersects(words) ? kStripCounts : 0;
  }
  for (int k = 0; k < graphCount(); ++k) {
    const auto points = graph(k)->data();
    const bool line = graph(k)->lineStyle() != QCPGraph::lsNone;
    const int step = std::max(1, points->size() / kMostCounted);
    QPointF before;
    for (int i = 0; i < points->size(); i += step) {
      const auto point = points->at(i);
      const QPointF at(xAxis->coordToPixel(point->key), yAxis->coordToPixel(point->value));
      const double length = line && i > 0 ? QLineF(before, at).length() : 0;
      const int parts = std::clamp(static_cast<int>(length / kCountedPixels), 1, kMostCounted);
      for (int part = 1; part <= parts; ++part) {
        const QPointF place = parts == 1 ? at : before + (at - before) * part / parts;
        covered += area.contains(place) ? 1 : 0;
      }
      before = at;
    }
  }
  return covered;
}

void PanelPlot::setRanges(const AxisRange& x, const AxisRange& y) {
  const AxisRange newX = bounded(xRules_, x);
  const AxisRange newY = bounded(yRules_, y);
  xAxis->setRange(newX.low, newX.high);
  yAxis->setRange(newY.low, newY.high);
}

AxisRange PanelPlot::xRange() const {
  return {xAxis->range().lower, xAxis->range().upper};
}

AxisRange PanelPlot::yRange() const {
  return {yAxis->range().lower, yAxis->range().upper};
}

bool PanelPlot::isWhole() const {
  return xRange() == xRules_.limits && yRange() == yRules_.limits;
}

void PanelPlot::layOut() {
  layOutFor(size());
}

void PanelPlot::layOutFor(const QSize& size) {
  if (panel_ == nullptr || size.isEmpty()) {
    return;
  }
  setViewport(QRect(QPoint(0, 0), size));
  for (int pass = 0; pass < 2;
       ++pass) {  // Ticks depend on the area, and the area on the ticks' labels.
    const QSize area = pass == 0 ? size : axisRect()->size();
    fitTicks(*xAxis, panel_->x, style_, area.width());
    fitTicks(*yAxis, panel_->y, style_, area.height());
    if (bar_ != nullptr) {
      bar_->fit(area.height());
    }
    updateLayout();
  }
  fitMarks();
}

QRectF PanelPlot::plotArea() const {
  return QRectF(axisRect()->rect()).translated(0, -1);
}

void PanelPlot::fitMarks() {
  for (const SeriesPart& part : points_) {
    if (part.graph->scatterStyle().isNone() || part.x->size() < 2) {
      continue;
    }
    const double points = static_cast<double>(part.x->size() - 1);
    const double across =
        std::abs(xAxis->coordToPixel(part.x->back()) - xAxis->coordToPixel(part.x->front()));
    MarkStyle mark = part.mark;
    mark.size = markSize(mark.mark, across / points, style_.scale());
    applyMark(*part.graph, mark);
  }
}

std::vector<PanelPlot::LayerCells> PanelPlot::neededCells(double pixelRatio) const {
  std::vector<LayerCells> needed;
  for (std::size_t k = 0; k < heats_.size(); ++k) {
    if (heats_[k] != nullptr) {
      if (auto request = heats_[k]->request(pixelRatio)) {
        needed.push_back({k, std::move(*request)});
      }
    } else if (curves_[k] != nullptr) {
      if (auto request = curves_[k]->request(pixelRatio)) {
        needed.push_back({k, std::move(*request)});
      }
    }
  }
  return needed;
}

void PanelPlot::setCells(std::size_t layer, CellPicture picture) {
  if (layer < heats_.size() && heats_[layer] != nullptr) {
    heats_[layer]->setPicture(std::get<HeatPicture>(std::move(picture)));
  } else if (layer < curves_.size() && curves_[layer] != nullptr) {
    curves_[layer]->setPicture(std::get<CurvePicture>(std::move(picture)));
  }
}

HeatPlottable* PanelPlot::heat(std::size_t layer) const {
  return layer < heats_.size() ? heats_[layer] : nullptr;
}

void PanelPlot::setHeatMode(HeatMode mode) {
  for (HeatPlottable* heat : heats_) {
    if (heat != nullptr) {
      heat->setMode(mode);
    }
  }
}

void PanelPlot::showDetail(const Detail& detail) {
  if (panel_ == nullptr) {
    return;
  }
  hoverStrips_->setStrips(detail.strips);
  hoverNotes_->setNotes(detail.notes);
  cursor_->set(detail.marked ? std::optional(QPointF(detail.markX, detail.markY)) : std::nullopt);
  if (hoverStrips_->layer() == layer(hoverLayer())) {
    layer(hoverLayer())->replot();
  } else {
    replot(QCustomPlot::rpQueuedReplot);
  }
}

}  // namespace poscope
