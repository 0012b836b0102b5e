// A row of a source as a curve that is drawn in columns of pixels: of all values under a column its
// first, last, least and greatest (M4, Jugel et al. 2014), so that it looks as if every value were
// drawn.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "core/compute/cell_source.h"

namespace poscope {

/// x ascends; a y that is no finite number is a gap.
struct CurvePoints {
  std::vector<double> x;
  std::vector<double> y;
};

/// Which integers a curve looks at.
enum class CurveDetail {
  every,
  few,  ///< kCurveSamples of each column, scattered, and the two ends of the row's part.
};
inline constexpr std::int64_t kCurveSamples = 4;

/// What columns a curve is drawn in: column k covers the integers edges[k] to edges[k + 1] - 1, at
/// least one. Empty, or two edges and more.
using ColumnEdges = std::vector<std::int64_t>;

/// Integers of all columns.
[[nodiscard]] std::int64_t integersOf(std::span<const std::int64_t> edges);

/// Whether `few` looks at less than `every`.
[[nodiscard]] bool fewIsLess(std::span<const std::int64_t> edges);

/// At most four points for each column; x is the integer that has the value. Holds no more than one
/// part of the row at a time. Errors: as CellSource::cells.
[[nodiscard]] Result<CurvePoints> curvePoints(const CellSource& source, std::int64_t row,
                                              Quantity quantity,
                                              std::span<const std::int64_t> edges,
                                              CurveDetail detail, const std::stop_token& stop);

}  // namespace poscope
