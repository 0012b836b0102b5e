// What a canvas asks of a figure's sources, and what comes back ready to paint. Plain data and one
// function: the window runs it in the background, a page at once.
#pragma once

#include <QImage>
#include <memory>
#include <stop_token>
#include <variant>
#include <vector>

#include "app/plot/axis_range.h"
#include "app/plot/colour_map.h"
#include "core/base/result.h"
#include "core/compute/curve.h"
#include "core/figure/figure.h"

namespace poscope {

struct HeatRequest {
  std::shared_ptr<const CellSource> source;
  Lattice lattice;
  Quantity quantity = Quantity::a;
  Reduction reduction = Reduction::sample;
  bool causal = false;  ///< Cells right of the diagonal do not exist.
  std::shared_ptr<const ColourMap> map;
  std::vector<double> rowUnits;  ///< As HeatLayer's.
  AxisRange x;                   ///< The axes and device pixels that the lattice was made for.
  AxisRange y;
  QSize pixels;
};

/// Rows along x: one of a curve, two of a band.
struct CurveRequest {
  std::shared_ptr<const CellSource> source;
  std::vector<std::int64_t> rows;
  Quantity quantity = Quantity::a;
  ColumnEdges edges;
  double columnFirst = 0;
  CurveDetail detail = CurveDetail::every;
};

/// What a layer's curves are made of, without the part of x that is asked for.
[[nodiscard]] CurveRequest curveRequest(const CurveLayer& layer);
[[nodiscard]] CurveRequest curveRequest(const BandLayer& layer);

using CellRequest = std::variant<HeatRequest, CurveRequest>;

struct HeatPicture {
  Lattice lattice;
  QImage image;               ///< One pixel per cell, row 0 of the lattice on top.
  std::vector<float> values;  ///< Row by row.
  bool hasLost = false;       ///< Some pixel is kLostMark.
  AxisRange x;
  AxisRange y;
  QSize pixels;
};

struct CurvePicture {
  std::vector<CurvePoints> rows;  ///< As asked for; x are axis values.
};

using CellPicture = std::variant<HeatPicture, CurvePicture>;

/// Colours the values of a picture as the request that it answers wants.
void paint(HeatPicture& picture, const HeatRequest& request);

/// Whether a cell covers more than one integer.
[[nodiscard]] bool reduces(const AxisLattice& axis);
[[nodiscard]] bool reduces(const CellRequest& request);

/// Whether coarse() makes the request cheaper.
[[nodiscard]] bool coarsens(const CellRequest& request);

/// A cheaper request of the same part. Maps: one sample for each cell, and on axes that reduce only
/// every `step`-th cell. Curves: a few of the integers of each column.
[[nodiscard]] CellRequest coarse(const CellRequest& request, int step);

/// The step whose coarse picture should fit a frame when the full picture took `milliseconds`; 0
/// when the full one itself fits.
[[nodiscard]] int coarseStep(const CellRequest& request, double milliseconds);
inline constexpr int kUnknownCoarseStep = 3;

/// Errors: as CellSource::cells.
[[nodiscard]] Result<CellPicture> computeCells(const CellRequest& request,
                                               const std::stop_token& stop);
/// One picture for each request, in order.
[[nodiscard]] Result<std::vector<CellPicture>> computeAll(const std::vector<CellRequest>& requests,
                                                          const std::stop_token& stop);

}  // namespace poscope
