#include "app/plot/pixel_note.h"

#include <algorithm>
#include <array>

namespace poscope {
namespace {

// One row per Reduction, in its order.
constexpr std::array<const char*, 5> kReductionKeys{
    "plot.reduction.sample", "plot.reduction.mean", "plot.reduction.minimum",
    "plot.reduction.maximum", "plot.reduction.magnitude"};

std::int64_t positionsPerCell(const AxisLattice& axis) {
  return (axis.span + axis.count - 1) / axis.count;
}

std::int64_t seenOf(std::int64_t positions, Reduction reduction) {
  return reduction == Reduction::sample ? 1 : std::min<std::int64_t>(positions, kStrata);
}

Text note(std::int64_t rows, std::int64_t columns, Reduction reduction) {
  const std::int64_t seen = seenOf(rows, reduction) * seenOf(columns, reduction);
  const Text how(kReductionKeys[static_cast<std::size_t>(reduction)], {{"seen", seen}});
  if (rows > 1 && columns > 1) {
    return {"plot.pixel-note.two-axes", {{"rows", rows}, {"columns", columns}, {"reduction", how}}};
  }
  return {"plot.pixel-note", {{"positions", rows * columns}, {"reduction", how}}};
}

// Of the widest column: on a logarithmic axis they differ.
Text curveNote(const CurveRequest& request) {
  std::int64_t widest = 1;
  for (std::size_t k = 0; k + 1 < request.edges.size(); ++k) {
    widest = std::max(widest, request.edges[k + 1] - request.edges[k]);
  }
  if (request.detail == CurveDetail::few) {
    return {"plot.pixel-note.curve-few",
            {{"positions", widest}, {"seen", std::min(widest, kCurveSamples)}}};
  }
  return {"plot.pixel-note.curve", {{"positions", widest}}};
}

}  // namespace

Text pixelNoteOf(const CellRequest& request) {
  if (!reduces(request)) {
    return {};
  }
  if (const auto* heat = std::get_if<HeatRequest>(&request)) {
    return note(positionsPerCell(heat->lattice.rows), positionsPerCell(heat->lattice.columns),
                heat->reduction);
  }
  return curveNote(std::get<CurveRequest>(request));
}

}  // namespace poscope
