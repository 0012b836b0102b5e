// What the curves and marks of a plot are called: words at the curves themselves where there is
// room, and a legend for the rest.
#pragma once

#include <qcustomplot.h>

#include <optional>
#include <vector>

#include "app/plot/ink_map.h"
#include "app/plot/series.h"
#include "app/plot/style.h"

namespace poscope {

struct LegendEntry {
  QString label;
  MarkStyle mark;
  ColourRole role = ColourRole::neutral;
  bool isBand = false;
  bool faint = false;
  QCPGraph* graph = nullptr;  ///< A line that may carry its label itself.
};

/// A frameless legend: where the plot is free of data, or in rows above it.
class LegendPainter final : public QCPLayerable {
 public:
  LegendPainter(QCustomPlot* plot, QCPAxisRect* area, const PlotStyle& style,
                std::vector<LegendEntry> entries);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// Pale lines that have room beside them are labelled there. Adds the words to `ink`.
  void placeLabels(InkMap& ink);
  /// Height of rows as wide as `width` with what is not labelled at its line.
  [[nodiscard]] double heightAbove(double width) const;
  void putAbove(const QRectF& rows) { rows_ = rows; }
  /// Into a free corner, or another free place; false when there is none, so that it covers data in
  /// the emptiest corner. Adds itself to `ink`.
  bool putInside(InkMap& ink);

  [[nodiscard]] bool covers() const { return covers_; }

  /// How many entries stand at their lines.
  [[nodiscard]] int labelsAtLines() const;

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
  [[nodiscard]] std::vector<LegendEntry> listed() const;
  [[nodiscard]] Grid grid(std::size_t count) const;
  /// Top left corners of entries that follow each other in rows, relative to the rows' corner.
  [[nodiscard]] std::vector<QPointF> flow(const std::vector<LegendEntry>& entries,
                                          double width) const;
  [[nodiscard]] double entryWidth(const LegendEntry& entry) const;
  [[nodiscard]] double step() const;
  void drawEntry(QCPPainter& painter, const LegendEntry& entry, const QPointF& corner,
                 double width) const;
  void drawSample(QCPPainter& painter, const LegendEntry& entry, const QPointF& centre) const;

  QCPAxisRect* area_;
  PlotStyle style_;
  std::vector<LegendEntry> entries_;
  std::vector<std::optional<QRectF>> labels_;  ///< One per entry.
  std::optional<QRectF> rows_;
  QPointF corner_;
  bool covers_ = false;  ///< Inside, over data: that fades.
};

/// Where the words of a line stand: beside it, close to its right end if possible, with nothing
/// else so close by that one could take them for its. Nothing when there is no such place. `ink`
/// holds the line itself, too.
[[nodiscard]] std::optional<QRectF> placeAtLine(const QCPGraph& graph, const QSizeF& words,
                                                const InkMap& ink, const QRectF& area,
                                                double scale);

/// The marks of a graph, as far as they lie in the plot.
void addInk(InkMap& ink, const QCPGraph& graph);

}  // namespace poscope
