#include "app/plot/panel_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/plot/axes.h"

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

constexpr qsizetype kMainBuffers = 1;    ///< The hover layer, the highest, has the next one.
constexpr double kSmallestShare = 1e-6;  ///< Of an axis without integers.

bool hasLayer(const PlotPanel& panel, bool (*test)(const Layer&)) {
  return std::any_of(panel.layers.begin(), panel.layers.end(), test);
}

bool isHeat(const Layer& layer) {
  return std::holds_alternative<HeatLayer>(layer);
}

bool isCurve(const Layer& layer) {
  return std::holds_alternative<CurveLayer>(layer) || std::holds_alternative<BandLayer>(layer);
}

ZoomRules rulesOf(const Axis& axis, double smallest) {
  const AxisRange limits{axis.first, axis.last};
  if (axis.scale == AxisScale::log2) {
    return {limits, 0.01, axis.scale};
  }
  return {limits, smallest > 0 ? smallest : limits.span() * kSmallestShare, axis.scale};
}

/// Whether it is drawn paler than the rest.
bool isFaint(const Layer& layer) {
  const auto* points = std::get_if<PointLayer>(&layer);
  const auto* curve = std::get_if<CurveLayer>(&layer);
  return (points != nullptr && points->faint) || (curve != nullptr && curve->faint);
}

double straight(AxisScale scale, double value) {
  return scale == AxisScale::log2 ? std::log2(value) : value;
}

// The part of an axis that some point of the panel is in wherever one looks: of the layer whose
// points are the closest, twice the widest gap. 0 without points.
double widestGap(const PlotPanel& panel) {
  double closest = 0;
  for (const Layer& layer : panel.layers) {
    const auto* points = std::get_if<PointLayer>(&layer);
    if (points == nullptr || points->x.size() < 2) {
      continue;
    }
    double widest = 0;
    for (std::size_t k = 1; k < points->x.size(); ++k) {
      const double gap =
          straight(panel.x.scale, points->x[k]) - straight(panel.x.scale, points->x[k - 1]);
      widest = std::isfinite(gap) ? std::max(widest, gap) : widest;
    }
    closest = closest == 0 ? widest : std::min(closest, widest);
  }
  return 2 * closest;
}

}  // namespace

PanelPlot::PanelPlot(QWidget* parent) : QCustomPlot(parent), margins_(new QCPMarginGroup(this)) {
  setNoAntialiasingOnDrag(false);
  // Segment by segment on screens: stroking a long zigzag as one path takes many frames.
  setPlottingHints(QCP::phCacheLabels | QCP::phFastPolylines);
  setAutoAddPlottableToLegend(false);
  addLayer(stripLayer(), layer(QStringLiteral("grid")), QCustomPlot::limBelow);
  addLayer(hoverStripLayer(), layer(QStringLiteral("grid")), QCustomPlot::limBelow);
  addLayer(noteLayer(), layer(QStringLiteral("legend")), QCustomPlot::limAbove);
  addLayer(hoverLayer(), layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
  // Every buffer is blended over the whole widget, so there is only one beside the main one.
  layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
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
  legendAbove_ = false;
}

void PanelPlot::setPanel(std::shared_ptr<const Figure> figure, const PlotPanel& panel,
                         const PlotStyle& style, const std::optional<Zoom>& window) {
  std::vector<HeatPicture> old;
  for (const HeatPlottable* heat : heats_) {
    old.push_back(heat == nullptr ? HeatPicture() : heat->picture());
  }
  clear();
  hovers_ = false;
  figure_ = std::move(figure);
  panel_ = &panel;
  style_ = style;
  const bool integersAcross = hasLayer(panel, isHeat) || hasLayer(panel, isCurve);
  xRules_ = rulesOf(panel.x, integersAcross ? 1 : 0);
  if (!integersAcross) {
    xRules_.smallest = std::max(xRules_.smallest, widestGap(panel));
  }
  yRules_ = rulesOf(panel.y, hasLayer(panel, isHeat) ? 1 : 0);
  build();
  const Zoom all{panel.x.first, panel.x.last, panel.y.first, panel.y.last};
  const Zoom shown = window.value_or(all);
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
  head_ = new HeadPainter(this, axisRect(), style_.words(panel_->title), style_);
  plotLayout()->setColumnSpacing(edge / 2);
  heats_.resize(panel_->layers.size());
  curves_.resize(panel_->layers.size());
  const std::vector<MarkStyle> marks = markStyles(*panel_, style_);
  // Paler layers lie behind, whatever their order.
  for (const bool faint : {true, false}) {
    for (std::size_t k = 0; k < panel_->layers.size(); ++k) {
      const Layer& each = panel_->layers[k];
      const bool behind = isHeat(each) || std::holds_alternative<BandLayer>(each) || isFaint(each);
      if (behind == faint && !(style_.alone && isFaint(each))) {
        addLayerOf(k, each, marks[k]);
      }
    }
  }
  const Covered covered = [this](const QRectF& area) { return ink_.in(area); };
  auto* strips = new StripPainter(this, stripLayer(), xAxis, style_, false);
  strips->setStrips(strips_);
  fixedNotes_ = new NotePainter(this, noteLayer(), xAxis, yAxis, style_, covered);
  fixedNotes_->setNotes(notes_);
  hoverStrips_ = new StripPainter(this, map ? hoverLayer() : hoverStripLayer(), xAxis, style_, map);
  hoverNotes_ = new NotePainter(this, hoverLayer(), xAxis, yAxis, style_, covered);
  linked_ = new LinkedPainter(this, hoverLayer(), xAxis, yAxis, style_);
  cursor_ = new CursorPainter(this, hoverLayer(), xAxis, yAxis, style_);
  painters_ = {head_, strips, fixedNotes_, hoverStrips_, hoverNotes_, linked_, cursor_};
  addLegend();
}

void PanelPlot::addLayerOf(std::size_t index, const Layer& layer, const MarkStyle& mark) {
  const auto entry = [&](const auto& of, bool faint, QCPGraph* graph) {
    if (!of.label.empty()) {
      QCPGraph* line = graph != nullptr && isLine(mark.mark) ? graph : nullptr;
      entries_.push_back({style_.words(of.label), mark, of.role, graph == nullptr, faint, line});
    }
  };
  if (const auto* heat = std::get_if<HeatLayer>(&layer)) {
    heats_[index] = new HeatPlottable(xAxis, yAxis, *heat, style_);
    if (bar_ == nullptr) {
      bar_ = new ColourBar(this, heat->colours, style_);
      plotLayout()->addElement(0, 1, bar_);
      bar_->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
    }
  } else if (const auto* points = std::get_if<PointLayer>(&layer)) {
    QCPGraph* graph = addPoints(xAxis, yAxis, *points, mark);
    points_.push_back({graph, mark, &points->x});
    entry(*points, points->faint, graph);
  } else if (const auto* curve = std::get_if<CurveLayer>(&layer)) {
    curves_[index] = std::make_unique<CurvePlot>(xAxis, yAxis, *curve, mark);
    entry(*curve, curve->faint, curves_[index]->graph());
  } else if (const auto* band = std::get_if<BandLayer>(&layer)) {
    curves_[index] = std::make_unique<CurvePlot>(xAxis, yAxis, *band, style_);
    entry(*band, false, nullptr);
  } else if (const auto* strip = std::get_if<StripLayer>(&layer)) {
    strips_.push_back(*strip);
  } else {
    notes_.push_back(std::get<NoteLayer>(layer));
  }
}

void PanelPlot::addLegend() {
  // A before B, whatever is drawn on top and whichever side is shown: nothing changes its place.
  std::stable_sort(
      entries_.begin(), entries_.end(),
      [](const LegendEntry& one, const LegendEntry& other) { return one.role < other.role; });
  legend_ = new LegendPainter(this, axisRect(), style_, entries_);
  painters_.emplace_back(legend_);
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

bool PanelPlot::yFollows() const {
  return panel_ != nullptr && !hasLayer(*panel_, isHeat);
}

AxisRange PanelPlot::yAlong(const AxisRange& x) const {
  if (x == xRules_.limits) {
    return yRules_.limits;
  }
  constexpr double kRoom = 0.06;  // Of what is drawn, above and below it.
  const AxisScale scale = yRules_.scale;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (int k = 0; k < graphCount(); ++k) {
    const auto& drawn = *graph(k)->data();
    const auto end = drawn.findEnd(x.high, true);  // A line runs on to the next point outside.
    for (auto at = drawn.findBegin(x.low, true); at != end; ++at) {
      const bool counts = std::isfinite(at->value) && (scale == AxisScale::linear || at->value > 0);
      low = counts ? std::min(low, straight(scale, at->value)) : low;
      high = counts ? std::max(high, straight(scale, at->value)) : high;
    }
  }
  if (low > high) {  // Nothing is drawn: everything that could be.
    return yRules_.limits;
  }
  const double whole = straight(scale, yRules_.limits.high) - straight(scale, yRules_.limits.low);
  const double room = high > low ? kRoom * (high - low) : kRoom * whole;
  const AxisRange wanted{low - room, high + room};
  return bounded(yRules_, scale == AxisScale::log2
                              ? AxisRange{std::exp2(wanted.low), std::exp2(wanted.high)}
                              : wanted);
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
    placeWords();
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

// As QCustomPlot paints, without the buffer of what is under the cursor while nothing is.
void PanelPlot::paintEvent(QPaintEvent*) {
  QCPPainter painter(this);
  painter.fillRect(viewport(), mBackgroundBrush);
  const bool over = hovers_ || (panel_ != nullptr && !linked_->empty());
  const auto buffers = over ? mPaintBuffers.size() : std::min(mPaintBuffers.size(), kMainBuffers);
  for (qsizetype k = 0; k < buffers; ++k) {
    mPaintBuffers[k]->draw(&painter);
  }
}

void PanelPlot::showDetail(const Detail& detail) {
  if (panel_ == nullptr) {
    return;
  }
  hovers_ = detail.marked || !detail.strips.empty() || !detail.notes.empty();
  hoverStrips_->setStrips(detail.strips);
  hoverNotes_->setNotes(detail.notes);
  cursor_->set(detail.marked ? std::optional(QPointF(detail.markX, detail.markY)) : std::nullopt);
  if (hoverStrips_->layer() == layer(hoverLayer())) {
    layer(hoverLayer())->replot();
  } else {
    replot(QCustomPlot::rpQueuedReplot);
  }
}

void PanelPlot::showLinked(const CursorPlace& place, const std::optional<MarkedRange>& range) {
  if (panel_ == nullptr) {
    return;
  }
  const auto on = [&](const Axis& axis) { return range ? partOf(axis, *range) : std::nullopt; };
  linked_->set(place, on(panel_->x), on(panel_->y));
  layer(hoverLayer())->replot();
}

}  // namespace poscope
