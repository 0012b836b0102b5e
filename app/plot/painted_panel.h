// Panels that are words and cells rather than axes, as they are painted: bits, clocks, code and
// tables on pages, bits and clocks in the window, too.
#pragma once

#include <QRectF>
#include <memory>
#include <vector>

#include "app/plot/style.h"
#include "core/figure/figure.h"

class QPainter;

namespace poscope {

class PaintedPanel {
 public:
  virtual ~PaintedPanel() = default;

  /// The width that it fills when it has room.
  [[nodiscard]] virtual double naturalWidth() const = 0;
  /// Narrower, words would be cut.
  [[nodiscard]] virtual double leastWidth() const = 0;
  /// Less room around things, and no words that explain them, for small pages; never smaller type.
  virtual void tighten() = 0;
  /// With fewer rows than this, headings not counted, other panels give way first.
  [[nodiscard]] virtual std::size_t leastRows() const = 0;
  /// Shows `rows` of them, from the first on and the selected one in any case, and says below how
  /// many more there are.
  virtual void cutTo(std::size_t rows) = 0;
  /// Leaves out what can be spared of its columns, as long as words are broken at `width`.
  virtual void narrowTo(double /*width*/) {}
  /// The headings of the columns that narrowTo left out.
  [[nodiscard]] virtual std::vector<Text> columnsLeftOut() const { return {}; }
  /// Lays out for a width; returns the height.
  virtual double layOut(double width) = 0;
  virtual void paint(QPainter& painter, const QPointF& topLeft) const = 0;
};

/// Something that can be clicked: where it is, what it asks for, and how a screen reader calls it.
struct ActionSpot {
  QRectF area;
  Action action;
  QString name;
  QString hint = {};  ///< What a click does, said while the mouse rests there.
};

class ClickablePanel : public PaintedPanel {
 public:
  /// Clickable places, relative to the top left corner, in reading order.
  [[nodiscard]] virtual const std::vector<ActionSpot>& spots() const = 0;
  /// Narrower, they are too small for a mouse or break into lines.
  [[nodiscard]] virtual double clickableWidth() const = 0;
};

/// The panels must outlive their painters.
[[nodiscard]] std::unique_ptr<ClickablePanel> makeBitsPainter(const BitsPanel& panel,
                                                              const PlotStyle& style);
[[nodiscard]] std::unique_ptr<ClickablePanel> makeClocksPainter(const ClockPanel& panel,
                                                                const PlotStyle& style);
/// Whether a panel is one that is painted in the window, too: neither a plot nor a table nor
/// code.
[[nodiscard]] bool isClickable(const Panel& panel);
/// `panel` is clickable.
[[nodiscard]] std::unique_ptr<ClickablePanel> makeClickablePanel(const Panel& panel,
                                                                 const PlotStyle& style);
[[nodiscard]] std::unique_ptr<PaintedPanel> makeCodePainter(const CodePanel& panel,
                                                            const PlotStyle& style);
[[nodiscard]] std::unique_ptr<PaintedPanel> makeTablePainter(const TablePanel& panel,
                                                             const PlotStyle& style);

/// Which of `count` rows stay when only `most` do, ascending: the first, and `selected` (or `count`
/// for none) instead of the last of them.
[[nodiscard]] std::vector<std::size_t> rowsKept(std::size_t count, std::size_t selected,
                                                std::size_t most);
/// "and 7 more rows", as cut panels say it.
[[nodiscard]] Text moreRows(std::size_t rows);

/// nullptr for a plot.
[[nodiscard]] std::unique_ptr<PaintedPanel> makePaintedPanel(const Panel& panel,
                                                             const PlotStyle& style);

}  // namespace poscope
