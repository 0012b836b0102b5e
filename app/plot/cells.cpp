#include "app/plot/cells.h"

#include <algorithm>
#include <cmath>

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
  paint(picture, *request.map);
  return CellPicture(std::move(picture));
}

// A point stands in the middle of the integers that its cell covers.
double middle(const AxisLattice& axis, std::int64_t k, double columnFirst) {
  const auto begin = static_cast<double>(axis.begin(k));
  return columnFirst + begin + 0.5 * static_cast<double>(axis.width(k) - 1);
}

Result<void> appendCells(const CurveRequest& request, const AxisLattice& piece, Reduction reduction,
                         std::vector<double>& out, const std::stop_token& stop) {
  const std::size_t old = out.size();
  out.resize(old + static_cast<std::size_t>(piece.count));
  return request.source->cells({{request.row, 1, 1}, piece}, request.quantity, reduction,
                               std::span<double>(out).subspan(old), stop);
}

Result<CellPicture> curveCells(const CurveRequest& request, const std::stop_token& stop) {
  CurvePicture picture;
  const bool ranged = std::any_of(request.pieces.begin(), request.pieces.end(),
                                  [](const AxisLattice& piece) { return reduces(piece); });
  for (const AxisLattice& piece : request.pieces) {
    for (std::int64_t k = 0; k < piece.count; ++k) {
      picture.x.push_back(middle(piece, k, request.columnFirst));
    }
    const Reduction main = ranged ? Reduction::mean : Reduction::sample;
    auto done = appendCells(request, piece, main, picture.mean, stop);
    if (done && ranged) {
      done = appendCells(request, piece, Reduction::minimum, picture.low, stop);
    }
    if (done && ranged) {
      done = appendCells(request, piece, Reduction::maximum, picture.high, stop);
    }
    POSCOPE_CHECK(done);
  }
  return CellPicture(std::move(picture));
}

}  // namespace

void paint(HeatPicture& picture, const ColourMap& map) {
  picture.image = map.image(picture.values, static_cast<int>(picture.lattice.rows.count),
                            static_cast<int>(picture.lattice.columns.count));
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
  const auto& pieces = std::get<CurveRequest>(request).pieces;
  return std::any_of(pieces.begin(), pieces.end(),
                     [](const AxisLattice& piece) { return reduces(piece); });
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
  return request;
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
