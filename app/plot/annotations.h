// What stands in and over a plot beside its data: strips, notes, titles and the cursor.
#pragma once

#include <qcustomplot.h>

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "app/plot/ink_map.h"
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

/// The place of the four at which words of a size cover the least.
[[nodiscard]] QPointF emptiest(const std::array<QPointF, 4>& places, const QSizeF& size,
                               const Covered& covered);

/// Where words cannot avoid the data, the data fades behind them.
void fadeBehind(QPainter& painter, const QRectF& words, const QColor& surface);

/// How much of a note is set, where there is no free place for more.
struct NoteForm {
  bool titleOnly = false;
  double width = 1;  ///< Share of the width at which its words wrap.
};

/// Words beside points; they stay inside the plot. Settled notes stand free of the data, with a
/// mark on their point and a line to it.
class NotePainter final : public QCPLayerable {
 public:
  NotePainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x, QCPAxis* y,
              const PlotStyle& style, Covered covered);
  void setNotes(std::vector<NoteLayer> notes) {
    notes_ = std::move(notes);
    settled_.clear();
  }
  /// Finds their places, which then stay until the notes or the places are set again, and adds the
  /// words to `ink`. Notes that are not settled find their places whenever they are drawn.
  void settle(InkMap& ink);
  /// Where the words of settled notes stand; null where a note has no words in the plot.
  [[nodiscard]] std::vector<QRectF> areas() const;

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

 private:
  struct Words;
  struct Place {
    QRectF area;  ///< Null when the note's point is not in the plot.
    bool covers = false;
    NoteForm form = {};
  };
  [[nodiscard]] Words wordsOf(const NoteLayer& note, NoteForm form) const;
  [[nodiscard]] std::optional<QPointF> pointOf(const NoteLayer& note) const;
  [[nodiscard]] Place placeOf(const NoteLayer& note, const Words& words,
                              const Covered& covered) const;
  [[nodiscard]] Place freePlaceOf(const NoteLayer& note, const InkMap& ink) const;
  void drawMark(QCPPainter& painter, const NoteLayer& note, const QRectF& words) const;

  QCPAxis* x_;
  QCPAxis* y_;
  PlotStyle style_;
  Covered covered_;
  std::vector<NoteLayer> notes_;
  std::vector<Place> settled_;
};

/// What stands over a plot: the panel's title, room for rows of the legend, and the title of the
/// vertical axis where it is longer than the axis.
class HeadPainter final : public QCPLayerable {
 public:
  HeadPainter(QCustomPlot* plot, QCPAxisRect* area, const QString& title, const PlotStyle& style);

  /// Empty when it stands at the axis.
  void setAxisTitle(const QString& title) { axisTitle_ = title; }
  void setRowsHeight(double height) { rowsHeight_ = height; }
  /// Height that all of it needs over the plot, logical pixels.
  [[nodiscard]] int height() const;
  /// Where the legend's rows go, once the plot has its place.
  [[nodiscard]] QRectF rows() const;

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

 private:
  [[nodiscard]] double titleHeight() const;
  [[nodiscard]] double axisTitleHeight() const;
  [[nodiscard]] double rowsGap() const;  ///< Between the rows and what is below them.

  QCPAxisRect* area_;
  QString title_;
  QString axisTitle_;
  double rowsHeight_ = 0;
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
