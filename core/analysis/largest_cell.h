// Where the largest number of a source is: what a sentence about a difference names.
#pragma once

#include <cstdint>
#include <stop_token>

#include "core/compute/cell_source.h"

namespace poscope {

/// A rectangle of a source's cells, at least one.
struct CellWindow {
  std::int64_t rowFirst = 0;
  std::int64_t rows = 1;
  std::int64_t columnFirst = 0;
  std::int64_t columns = 1;
};

struct LargestCell {
  double magnitude = 0;     ///< 0 when no cell is finite and not 0.
  std::int64_t row = 0;     ///< Where: the first such cell, row by row.
  std::int64_t column = 0;  ///< Of the source, not of the window.
  bool everyCell = true;    ///< False: cells were sampled, and a larger one may exist.
};

/// As many cells as are looked at without a noticeable wait where a cell is cheap.
inline constexpr std::int64_t kMostCellsLookedAt = std::int64_t{1} << 24;

/// The finite cell of the largest magnitude in `window`. Of more than `most` (>= 4) cells one of
/// each stretch of rows and columns is looked at, as Reduction::sample takes it. Errors: those of
/// CellSource::cells.
[[nodiscard]] Result<LargestCell> largestCell(const CellSource& source, Quantity quantity,
                                              const CellWindow& window, std::int64_t most,
                                              const std::stop_token& stop);

}  // namespace poscope
