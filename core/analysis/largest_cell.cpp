#include "core/analysis/largest_cell.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/compute/reduction.h"

namespace poscope {
namespace {

constexpr std::int64_t kPiece = std::int64_t{1} << 18;

// One cell of every `stride`: pieces of it ask for the same integers as the whole.
struct Stretches {
  std::int64_t first;
  std::int64_t stride;
  std::int64_t count;

  [[nodiscard]] AxisLattice cells(std::int64_t begin, std::int64_t cells) const {
    return {first + begin * stride, cells * stride, cells};
  }
};

Stretches stretchesOf(std::int64_t first, std::int64_t span, std::int64_t most) {
  const std::int64_t stride = (span + most - 1) / most;
  return {first, stride, span / stride};
}

// The integer of a cell, as Reduction::sample takes it.
std::int64_t integerOf(const AxisLattice& axis, std::int64_t cell) {
  return sampleInteger(axis, cell, 0, 1);
}

void join(const Lattice& piece, std::span<const double> cells, LargestCell& largest) {
  const std::int64_t columns = piece.columns.count;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const double magnitude = std::abs(cells[k]);
    if (std::isfinite(magnitude) && magnitude > largest.magnitude) {
      const auto cell = static_cast<std::int64_t>(k);
      largest.magnitude = magnitude;
      largest.row = integerOf(piece.rows, cell / columns);
      largest.column = integerOf(piece.columns, cell % columns);
    }
  }
}

}  // namespace

Result<LargestCell> largestCell(const CellSource& source, Quantity quantity,
                                const CellWindow& window, std::int64_t most,
                                const std::stop_token& stop) {
  const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(most)));
  const std::int64_t mostRows = std::max(side, most / window.columns);
  const Stretches rows = stretchesOf(window.rowFirst, window.rows, mostRows);
  const Stretches columns = stretchesOf(window.columnFirst, window.columns, most / rows.count);
  LargestCell largest;
  largest.everyCell = rows.stride == 1 && columns.stride == 1;
  const std::int64_t pieceColumns = std::min(columns.count, kPiece);
  const std::int64_t pieceRows = std::max<std::int64_t>(1, kPiece / pieceColumns);
  std::vector<double> cells;
  for (std::int64_t row = 0; row < rows.count; row += pieceRows) {
    for (std::int64_t column = 0; column < columns.count; column += pieceColumns) {
      const Lattice piece{rows.cells(row, std::min(pieceRows, rows.count - row)),
                          columns.cells(column, std::min(pieceColumns, columns.count - column))};
      cells.resize(static_cast<std::size_t>(piece.rows.count * piece.columns.count));
      POSCOPE_CHECK(
          source.cells(piece, quantity, Reduction::sample, std::span<double>(cells), stop));
      join(piece, cells, largest);
    }
  }
  return largest;
}

}  // namespace poscope
