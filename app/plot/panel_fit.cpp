// How a panel fits its size: margins, ticks, titles, and words where no data is.
#include <algorithm>
#include <cmath>

#include "app/plot/axes.h"
#include "app/plot/panel_plot.h"

namespace poscope {
namespace {

constexpr int kStripWeight = 4;  ///< A square under a strip's line or label counts as many marks.
constexpr double kStripLabel = 96;  ///< About the width of a strip's label, logical pixels.
constexpr int kMostPasses = 4;

}  // namespace

void PanelPlot::layOut() {
  layOutFor(size());
}

// Ticks depend on the area, the area on what stands over it, and that on what is free inside.
void PanelPlot::layOutFor(const QSize& size) {
  if (panel_ == nullptr || size.isEmpty()) {
    return;
  }
  setViewport(QRect(QPoint(0, 0), size));
  const bool page = style_.pagePoints > 0;
  legendAbove_ = page ? !legend_->empty() && awaitsCurves() : legendAbove_ && !isWhole();
  axisTitleAbove_ = false;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    fitHead();
    fitAxes(size);
    placeWords();
    if (!liftWords()) {
      break;
    }
  }
  if (held_) {
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMargins(*held_);
    updateLayout();
    placeWords();
  }
  fitMarks();
}

void PanelPlot::fitAs(const PanelPlot& other) {
  xRules_ = other.xRules_;
  yRules_ = other.yRules_;
  const QMargins wanted = other.axisRect()->margins();
  if (held_ != wanted) {
    held_ = wanted;
    layOut();
    replot(QCustomPlot::rpQueuedReplot);
  }
}

bool PanelPlot::awaitsCurves() const {
  return std::any_of(curves_.begin(), curves_.end(),
                     [](const auto& curve) { return curve != nullptr && curve->empty(); });
}

void PanelPlot::fitHead() {
  const int edge = static_cast<int>(std::lround(16 * style_.scale()));
  const QString title = style_.words(panel_->y.title);
  head_->setAxisTitle(axisTitleAbove_ ? title : QString());
  head_->setRowsHeight(legendAbove_ ? legend_->heightAbove(head_->rows().width()) : 0);
  yAxis->setLabel(axisTitleAbove_ ? QString() : title);
  const int top = std::max(edge, head_->height());
  axisRect()->setMinimumMargins(QMargins(edge, top, edge, edge / 2));
  if (bar_ != nullptr) {
    bar_->setMinimumMargins(QMargins(0, top, edge, 0));
  }
}

void PanelPlot::fitAxes(const QSize& size) {
  for (int pass = 0; pass < 2; ++pass) {
    const QSize area = pass == 0 ? size : axisRect()->size();
    fitTicks(*xAxis, panel_->x, style_, area.width());
    fitTicks(*yAxis, panel_->y, style_, area.height());
    fitTitle(*xAxis, panel_->x, style_, area.width());
    if (bar_ != nullptr) {
      bar_->fit(area.height());
    }
    updateLayout();
  }
  QMargins margins = axisRect()->minimumMargins();
  if (bar_ == nullptr && reachRight() > margins.right()) {
    margins.setRight(reachRight());
    axisRect()->setMinimumMargins(margins);
    updateLayout();
  }
}

// The label of the last tick may reach over the end of its axis.
int PanelPlot::reachRight() const {
  double reach = 0;
  const QFontMetricsF metrics(xAxis->tickLabelFont());
  const QVector<double> ticks = xAxis->tickVector();
  const QVector<QString> texts = xAxis->tickVectorLabels();
  for (int k = 0; k < std::min(ticks.size(), texts.size()); ++k) {
    const double end = xAxis->coordToPixel(ticks[k]) + 0.5 * metrics.horizontalAdvance(texts[k]);
    reach = std::max(reach, end - axisRect()->right());
  }
  return static_cast<int>(std::ceil(reach + 2 * style_.scale()));
}

// True when something had to leave the plot or the axis, so that the layout starts over.
bool PanelPlot::liftWords() {
  bool lifted = false;
  const QFontMetricsF metrics(yAxis->labelFont());
  if (!axisTitleAbove_ && metrics.horizontalAdvance(yAxis->label()) > axisRect()->height()) {
    axisTitleAbove_ = true;
    lifted = true;
  }
  const double rows = legend_->heightAbove(head_->rows().width());
  if (legendAbove_ && rows > head_->rows().height() + 0.5) {  // A label lost its place at the line.
    lifted = true;
  }
  return lifted || (legendAbove_ && head_->rows().height() <= 0 && rows > 0);
}

QRectF PanelPlot::plotArea() const {
  return QRectF(axisRect()->rect()).translated(0, -1);
}

InkMap PanelPlot::inkOf() const {
  const QRectF area = plotArea();
  InkMap ink(area);
  for (const StripLayer& strip : strips_) {  // A line, and the label right of its top.
    const double at = xAxis->coordToPixel(strip.x0);
    if (strip.x0 == strip.x1) {
      ink.addArea(QRectF(at, area.top(), 1, area.height()), kStripWeight);
    }
    if (!strip.label.empty()) {
      const double width = kStripLabel * style_.scale();
      ink.addArea(QRectF(at, area.top(), width, width / 4), kStripWeight);
    }
  }
  for (int k = 0; k < graphCount(); ++k) {
    addInk(ink, *graph(k));
  }
  return ink;
}

// On screen a plot does not move while one zooms or waits for its curves.
bool PanelPlot::mayLiftLegend() const {
  const bool still = std::all_of(curves_.begin(), curves_.end(),
                                 [](const auto& curve) { return curve == nullptr; });
  return style_.pagePoints > 0 || (still && isWhole());
}

// Notes first, which belong to one point; then names at lines; the legend takes what is left.
void PanelPlot::placeWords() {
  ink_ = inkOf();
  fixedNotes_->settle(ink_);
  legend_->placeLabels(ink_);
  if (legendAbove_) {
    legend_->putAbove(head_->rows());
  } else if (!legend_->putInside(ink_) && mayLiftLegend()) {
    legendAbove_ = true;
  }
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

}  // namespace poscope
