// A PlotPanel as a QCustomPlot: the one place that builds it, for the window and for pages alike.
#pragma once

#include <qcustomplot.h>

#include <memory>
#include <optional>
#include <vector>

#include "app/plot/annotations.h"
#include "app/plot/cells.h"
#include "app/plot/colour_bar.h"
#include "app/plot/heat_plottable.h"
#include "app/plot/ink_map.h"
#include "app/plot/legend.h"
#include "app/plot/linked_painter.h"
#include "app/plot/series.h"
#include "core/state/link.h"

namespace poscope {

class PanelPlot : public QCustomPlot {
  Q_OBJECT

 public:
  explicit PanelPlot(QWidget* parent = nullptr);

  /// Shows `panel`, which `figure` keeps alive, at everything or at `window`. A heat map keeps the
  /// picture that it had, stretched, until setCells brings the new one.
  void setPanel(std::shared_ptr<const Figure> figure, const PlotPanel& panel,
                const PlotStyle& style, const std::optional<Zoom>& window);

  [[nodiscard]] const PlotPanel* panel() const { return panel_; }
  [[nodiscard]] const PlotStyle& style() const { return style_; }

  void setRanges(const AxisRange& x, const AxisRange& y);
  [[nodiscard]] AxisRange xRange() const;
  [[nodiscard]] AxisRange yRange() const;
  [[nodiscard]] const ZoomRules& xRules() const { return xRules_; }
  [[nodiscard]] const ZoomRules& yRules() const { return yRules_; }
  [[nodiscard]] bool isWhole() const;

  /// Curves and points zoom along x, and y follows them; maps zoom both ways.
  [[nodiscard]] bool yFollows() const;
  /// What y shows where x shows `x`: all of what is drawn there, with some room around it.
  [[nodiscard]] AxisRange yAlong(const AxisRange& x) const;

  /// Places axes and ticks for the present size, so that the plot area is known before anything is
  /// painted.
  void layOut();
  /// Lays out for a size that is not the widget's.
  void layOutFor(const QSize& size);
  /// Has its axes where those of a plot of the same size are, and their limits, whatever its own
  /// words and data need.
  void fitAs(const PanelPlot& other);

  /// The plot area in logical pixels.
  [[nodiscard]] QRectF plotArea() const;

  struct LayerCells {
    std::size_t layer;
    CellRequest request;
  };
  /// What the visible part needs; `pixelRatio` device pixels per logical pixel.
  [[nodiscard]] std::vector<LayerCells> neededCells(double pixelRatio) const;
  void setCells(std::size_t layer, CellPicture picture);

  /// Where the words of the panel's own notes stand; null for those that are not in the plot.
  [[nodiscard]] std::vector<QRectF> noteAreas() const { return fixedNotes_->areas(); }

  /// How much is drawn in a part of the widget: data, and words that stand in the plot.
  [[nodiscard]] int inkIn(const QRectF& part) const { return ink_.in(part); }

  /// Whether the legend lies over data or other words.
  [[nodiscard]] bool legendCovers() const { return !legendAbove_ && legend_->covers(); }

  [[nodiscard]] HeatPlottable* heat(std::size_t layer) const;
  void setHeatMode(HeatMode mode);

  /// Highlights of what is under the cursor, on a layer of their own.
  void showDetail(const Detail& detail);
  /// The window's cursor and marked range, where they are on this panel's axes.
  void showLinked(const CursorPlace& place, const std::optional<MarkedRange>& range);
  [[nodiscard]] const LinkedPainter* linked() const { return linked_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void clear();
  void build();
  void addLayerOf(std::size_t index, const Layer& layer, const MarkStyle& mark);
  void addLegend();
  [[nodiscard]] bool awaitsCurves() const;
  [[nodiscard]] bool mayLiftLegend() const;
  [[nodiscard]] InkMap inkOf() const;
  void placeWords();
  void fitHead();
  void fitAxes(const QSize& size);
  [[nodiscard]] int reachRight() const;
  [[nodiscard]] bool liftWords();
  void fitMarks();

  struct SeriesPart {
    QCPGraph* graph = nullptr;
    MarkStyle mark;
    const std::vector<double>* x = nullptr;
  };

  std::shared_ptr<const Figure> figure_;
  const PlotPanel* panel_ = nullptr;
  PlotStyle style_;
  ZoomRules xRules_;
  ZoomRules yRules_;
  std::vector<HeatPlottable*> heats_;               ///< By layer; null for others.
  std::vector<std::unique_ptr<CurvePlot>> curves_;  ///< By layer; null for others.
  std::vector<SeriesPart> points_;
  std::vector<LegendEntry> entries_;
  std::vector<StripLayer> strips_;
  std::vector<NoteLayer> notes_;
  QCPMarginGroup* margins_;  ///< Keeps the colour bar as high as the plot.
  ColourBar* bar_ = nullptr;
  HeadPainter* head_ = nullptr;
  NotePainter* fixedNotes_ = nullptr;
  LegendPainter* legend_ = nullptr;
  InkMap ink_;                ///< Of data and words, for what is shown now.
  bool legendAbove_ = false;  ///< Over the plot, where it covers nothing.
  bool axisTitleAbove_ = false;
  std::optional<QMargins> held_;  ///< Around the axes, where another plot says how much.
  StripPainter* hoverStrips_ = nullptr;
  NotePainter* hoverNotes_ = nullptr;
  CursorPainter* cursor_ = nullptr;
  LinkedPainter* linked_ = nullptr;
  bool hovers_ = false;  ///< Something is highlighted.
  std::vector<QPointer<QCPLayerable>> painters_;
};

}  // namespace poscope
