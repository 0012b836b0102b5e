#include "app/plot/cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poscope {
namespace {

constexpr double kFrame = 16;         ///< Milliseconds.
constexpr double kCurveShare = 0.5;   ///< Of a frame; the rest is for painting.
constexpr double kHeatShare = 0.125;  ///< A map is coloured and copied as well.
constexpr int kLargestStep = 4;

AxisLattice coarseAxis(AxisLattice axis, int step) {
  if (reduces(axis)) {
    axis.count = std::max<std::int64_t>(1, axis.count / step);
  }
  return axis;
}

// NaN of a cell that reaches right of the diagonal is the mask, not a lost value.
void markOutside(const Lattice& lattice, std::vector<float>& values) {
  std::vector<std::int64_t> last(static_cast<std::size_t>(lattice.columns.count));
  for (std::size_t c = 0; c < last.size(); ++c) {
    const auto cell = static_cast<std::int64_t>(c);
    last[c] = lattice.columns.begin(cell) + lattice.columns.width(cell) - 1;
  }
  std::size_t index = 0;
  for (std::int64_t r = 0; r < lattice.rows.count; ++r) {
    const std::int64_t row = lattice.rows.begin(r);
    for (const std::int64_t end : last) {
      float& value = values[index++];
      value = std::isnan(value) && end > row ? std::bit_cast<float>(kOutsideBits) : value;
    }
  }
}

// A cell over several rows counts in their mean unit.
std::vector<float> inUnitsOfRows(const HeatPicture& picture, std::span<const double> units) {
  const AxisLattice& rows = picture.lattice.rows;
  const auto columns = static_cast<std::size_t>(picture.lattice.columns.count);
  std::vector<float> values = picture.values;
  for (std::int64_t row = 0; row < rows.count; ++row) {
    const auto first = static_cast<std::size_t>(rows.begin(row));
    const auto width = static_cast<std::size_t>(rows.width(row));
    const auto of = units.subspan(first, width);
    const double sum = std::accumulate(of.begin(), of.end(), 0.0);
    const auto factor = static_cast<float>(static_cast<double>(width) / sum);
    for (float& value :
         std::span(values).subspan(static_cast<std::size_t>(row) * columns, columns)) {
      value = std::isnan(value) ? value : value * factor;  // What a NaN says stays.
    }
  }
  return values;
}

Result<CellPicture> heatCells(const HeatRequest& request, const std::stop_token& stop) {
  const auto rows = static_cast<std::size_t>(request.lattice.rows.count);
  const auto columns = static_cast<std::size_t>(request.lattice.columns.count);
  HeatPicture picture{request.lattice, {}, {}, false, request.x, request.y, request.pixels};
  picture.values.resize(rows * columns);
  POSCOPE_CHECK(request.source->cells(request.lattice, request.quantity, request.reduction,
                                      std::span<float>(picture.values), stop));
  if (request.causal) {
    markOutside(request.lattice, picture.values);
  }
  picture.hasLost = std::any_of(picture.values.begin(), picture.values.end(),
                                [](float value) { return std::isnan(value) && !isOutside(value); });
  paint(picture, request);
  return CellPicture(std::move(picture));
}

Result<CellPicture> curveCells(const CurveRequest& request, const std::stop_token& stop) {
  CurvePicture picture;
  for (const std::int64_t row : request.rows) {
    POSCOPE_TRY(auto points, curvePoints(*request.source, row, request.quantity, request.edges,
                                         request.detail, stop));
    for (double& x : points.x) {
      x += request.columnFirst;
    }
    picture.rows.push_back(std::move(points));
  }
  return CellPicture(std::move(picture));
}

}  // namespace

CurveRequest curveRequest(const CurveLayer& layer) {
  return {layer.source, {layer.row}, layer.quantity, {}, layer.columnFirst, CurveDetail::every};
}

CurveRequest curveRequest(const BandLayer& layer) {
  return {layer.source,      {BandLayer::kLow, BandLayer::kHigh},
          Quantity::a,       {},
          layer.columnFirst, CurveDetail::every};
}

void paint(HeatPicture& picture, const HeatRequest& request) {
  const auto colour = [&](std::span<const float> values) {
    return request.map->image(values, static_cast<int>(picture.lattice.rows.count),
                              static_cast<int>(picture.lattice.columns.count));
  };
  picture.image = request.rowUnits.empty() ? colour(picture.values)
                                           : colour(inUnitsOfRows(picture, request.rowUnits));
  if (!picture.hasLost) {  // Opaque pictures are copied rather than blended.
    picture.image.reinterpretAsFormat(QImage::Format_RGB32);
  }
}

bool reduces(const AxisLattice& axis) {
  return axis.span > axis.count;
}

bool reduces(const CellRequest& request) {
  if (const auto* heat = std::get_if<HeatRequest>(&request)) {
    return reduces(heat->lattice.rows) || reduces(heat->lattice.columns);
  }
  const ColumnEdges& edges = std::get<CurveRequest>(request).edges;
  return integersOf(edges) > static_cast<std::int64_t>(edges.size()) - 1;
}

bool coarsens(const CellRequest& request) {
  const auto* curve = std::get_if<CurveRequest>(&request);
  return curve == nullptr ? reduces(request) : fewIsLess(curve->edges);
}

int coarseStep(const CellRequest& request, double milliseconds) {
  const bool heat = std::holds_alternative<HeatRequest>(request);
  const double budget = kFrame * (heat ? kHeatShare : kCurveShare);
  if (milliseconds <= kFrame * kCurveShare) {
    return 0;
  }
  const double oneSample = milliseconds / (kStrata * kStrata);
  int step = 1;
  while (step < kLargestStep && oneSample / (step * step) > budget) {
    ++step;
  }
  return step;
}

CellRequest coarse(const CellRequest& request, int step) {
  if (const auto* heat = std::get_if<HeatRequest>(&request)) {
    HeatRequest cheap = *heat;
    cheap.lattice = {coarseAxis(heat->lattice.rows, step), coarseAxis(heat->lattice.columns, step)};
    cheap.reduction = Reduction::sample;
    return cheap;
  }
  CurveRequest cheap = std::get<CurveRequest>(request);
  cheap.detail = CurveDetail::few;
  return cheap;
}

Result<CellPicture> computeCells(const CellRequest& request, const std::stop_token& stop) {
  if (const auto* heat = std::get_if<HeatRequest>(&request)) {
    return heatCells(*heat, stop);
  }
  return curveCells(std::get<CurveRequest>(request), stop);
}

Result<std::vector<CellPicture>> computeAll(const std::vector<CellRequest>& requests,
                                            const std::stop_token& stop) {
  std::vector<CellPicture> pictures;
  for (const CellRequest& request : requests) {
    POSCOPE_TRY(auto picture, computeCells(request, stop));
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

}  // namespace poscope
