// Panels that are words and cells rather than axes, as they are painted: bits and tables on pages,
// bits in the window, too.
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
  /// Less room around things, then fewer of them, for small pages; never smaller type. False when
  /// nothing more can be saved.
  virtual bool tighten() = 0;
  /// Lays out for a width; returns the height.
  virtual double layOut(double width) = 0;
  virtual void paint(QPainter& painter, const QPointF& topLeft) const = 0;
};

/// Something that can be clicked: where it is, what it asks for, and how a screen reader calls it.
struct ActionSpot {
  QRectF area;
  Action action;
  QString name;
};

class ClickablePanel : public PaintedPanel {
 public:
  /// Clickable places, relative to the top left corner, in reading order.
  [[nodiscard]] virtual const std::vector<ActionSpot>& spots() const = 0;
};

/// The panels must outlive their painters.
[[nodiscard]] std::unique_ptr<ClickablePanel> makeBitsPainter(const BitsPanel& panel,
                                                              const PlotStyle& style);
[[nodiscard]] std::unique_ptr<PaintedPanel> makeTablePainter(const TablePanel& panel,
                                                             const PlotStyle& style);

/// nullptr for a plot.
[[nodiscard]] std::unique_ptr<PaintedPanel> makePaintedPanel(const Panel& panel,
                                                             const PlotStyle& style);

}  // namespace poscope
