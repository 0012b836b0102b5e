// What stands in a plot beside its data: strips, notes, the legend and the cursor.
#pragma once

#include <qcustomplot.h>

#include <functional>
#include <vector>

#include "app/plot/series.h"
#include "app/plot/style.h"

namespace poscope {

/// Vertical strips over the whole height (lines where x0 equals x1) with their labels at the top.
class StripPainter final : public QCPLayerable {
 public:
  /// `over`: lies over the data, which shows through; otherwise behind it.
  StripPainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x, const PlotStyle& style,
               bool over);
  void setStrips(std::vector<StripLayer> strips) { strips_ = std::move(strips); }

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

 private:
  void drawStrip(QCPPainter& painter, const StripLayer& strip) const;

  QCPAxis* x_;
  PlotStyle style_;
  bool over_;
  std::vector<StripLayer> strips_;
};

/// How much data lies inside a rectangle of the plot, in pixels: words go where there is least.
using Covered = std::function<int(const QRectF&)>;

/// Words beside points; they stay inside the plot.
class NotePainter final : public QCPLayerable {
 public:
  NotePainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x, QCPAxis* y,
              const PlotStyle& style, Covered covered);
  void setNotes(std::vector<NoteLayer> notes) { notes_ = std::move(notes); }

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

 private:
  void drawNote(QCPPainter& painter, const NoteLayer& note) const;

  QCPAxis* x_;
  QCPAxis* y_;
  PlotStyle style_;
  Covered covered_;
  std::vector<NoteLayer> notes_;
};

struct LegendEntry {
  QString label;
  MarkStyle mark;
  bool isBand = false;
  bool faint = false;
};

/// A frameless legend in the corner that covers the least data.
class LegendPainter final : public QCPLayerable {
 public:
  LegendPainter(QCustomPlot* plot, QCPAxisRect* area, const PlotStyle& style,
                std::vector<LegendEntry> entries, Covered covered);
  [[nodiscard]] const std::vector<LegendEntry>& entries() const { return entries_; }

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

 private:
  /// Entries below each other; in a low plot they go on in further columns.
  struct Grid {
    std::size_t rows = 1;
    std::size_t columns = 1;
    double columnWidth = 0;
    double step = 0;  ///< Height of an entry.
    [[nodiscard]] QSizeF size() const {
      return {static_cast<double>(columns) * columnWidth, static_cast<double>(rows) * step};
    }
  };
  [[nodiscard]] Grid grid() const;
  [[nodiscard]] QPointF place(const QSizeF& size) const;
  void drawSample(QCPPainter& painter, const LegendEntry& entry, const QPointF& centre) const;

  QCPAxisRect* area_;
  PlotStyle style_;
  std::vector<LegendEntry> entries_;
  Covered covered_;
};

/// The title of a panel over its plot.
class TitlePainter final : public QCPLayerable {
 public:
  TitlePainter(QCustomPlot* plot, QCPAxisRect* area, const QString& title, const PlotStyle& style);
  /// Height that it needs over the plot, logical pixels.
  [[nodiscard]] int height() const;

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

 private:
  QCPAxisRect* area_;
  QString title_;
  PlotStyle style_;
};

/// A ring around the point that the cursor has snapped to.
class CursorPainter final : public QCPLayerable {
 public:
  CursorPainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x, QCPAxis* y,
                const PlotStyle& style);
  void set(std::optional<QPointF> place) { place_ = place; }

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

 private:
  QCPAxis* x_;
  QCPAxis* y_;
  PlotStyle style_;
  std::optional<QPointF> place_;
};

}  // namespace poscope
