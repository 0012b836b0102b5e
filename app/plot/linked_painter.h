// The window's cursor and its marked range over a plot: hairlines and a band.
#pragma once

#include <qcustomplot.h>

#include <optional>

#include "app/plot/style.h"
#include "core/figure/cursor.h"

namespace poscope {

class LinkedPainter final : public QCPLayerable {
 public:
  LinkedPainter(QCustomPlot* plot, const QString& layerName, QCPAxis* x, QCPAxis* y,
                const PlotStyle& style);

  /// Nothing to show for a part or a place that is none.
  void set(const CursorPlace& place, const std::optional<AxisPart>& across,
           const std::optional<AxisPart>& along);
  [[nodiscard]] const CursorPlace& place() const { return place_; }
  [[nodiscard]] bool empty() const { return place_.empty() && !across_ && !along_; }

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

 private:
  void drawBand(QCPPainter& painter, const QCPAxis& axis, const AxisPart& part) const;
  void drawHair(QCPPainter& painter, const QCPAxis& axis, double value) const;

  QCPAxis* x_;
  QCPAxis* y_;
  PlotStyle style_;
  CursorPlace place_;
  std::optional<AxisPart> across_;  ///< Of the range, along x.
  std::optional<AxisPart> along_;   ///< Along y.
};

}  // namespace poscope
