// The scale of a heat map's colours, right of it.
#pragma once

#include <qcustomplot.h>

#include "app/plot/axis_range.h"
#include "app/plot/colour_map.h"
#include "app/plot/style.h"

namespace poscope {

/// An axis rectangle with the colours from low to high, ticks and the scale's title.
class ColourBar final : public QCPAxisRect {
 public:
  ColourBar(QCustomPlot* plot, const ColourScale& scale, const PlotStyle& style);

  /// Before the layout: how many ticks fit.
  void fit(int pixels);

 protected:
  void draw(QCPPainter* painter) override;

 private:
  PlotStyle style_;
  Axis spec_;
  ColourMap map_;
  QCPAxis* axis_;
};

}  // namespace poscope
