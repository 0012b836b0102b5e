// Index arithmetic of a launch, free of CUDA so that a host test can run it: a lattice's cells are
// cut into tiles, one launch each, and each thread of a tile owns one cell.
#pragma once

#include <cstdint>

#include "core/base/host_device.h"

namespace poscope {

inline constexpr std::int64_t kThreadsPerBlock = 256;
/// Cells of a tile at most: a launch short enough that a request can be dropped between two of
/// them, and few enough for 32-bit index arithmetic inside a tile.
inline constexpr std::int64_t kTileCells = std::int64_t{1} << 20;

struct GridCell {
  std::int64_t row;
  std::int64_t column;
  friend bool operator==(const GridCell&, const GridCell&) = default;
};

/// Whole rows, or a piece of one row: either way its cells follow each other in the row-major
/// result.
struct Tile {
  std::int64_t firstRow = 0;
  std::int64_t firstColumn = 0;
  std::uint32_t width = 1;  ///< Columns, 1 to kTileCells.
  std::uint32_t cells = 1;  ///< rows * width, 1 to kTileCells.

  /// Blocks of kThreadsPerBlock threads that cover the tile.
  [[nodiscard]] POSCOPE_HD std::uint32_t blocks() const {
    constexpr auto kThreads = static_cast<std::uint32_t>(kThreadsPerBlock);
    return (cells + kThreads - 1) / kThreads;
  }
  /// Which cell of the tile a thread owns; threads from `cells` on own none.
  [[nodiscard]] POSCOPE_HD static std::uint32_t indexOf(std::uint32_t block, std::uint32_t thread) {
    return block * static_cast<std::uint32_t>(kThreadsPerBlock) + thread;
  }
  /// The lattice cell of index < cells.
  [[nodiscard]] POSCOPE_HD GridCell cell(std::uint32_t index) const {
    return {firstRow + index / width, firstColumn + index % width};
  }
};

/// How rows x columns cells (each 1 to 2^31, together up to 2^62) are cut.
class LaunchGrid {
 public:
  POSCOPE_HD LaunchGrid(std::int64_t rows, std::int64_t columns)
      : rows_(rows),
        columns_(columns),
        tileColumns_(columns < kTileCells ? columns : kTileCells),
        tileRows_(columns < kTileCells ? kTileCells / columns : 1),
        across_((columns + tileColumns_ - 1) / tileColumns_) {}

  [[nodiscard]] POSCOPE_HD std::int64_t tiles() const {
    return (rows_ + tileRows_ - 1) / tileRows_ * across_;
  }
  /// Tile 0 .. tiles() - 1, in the order of the result.
  [[nodiscard]] POSCOPE_HD Tile tile(std::int64_t number) const {
    const std::int64_t firstRow = number / across_ * tileRows_;
    const std::int64_t firstColumn = number % across_ * tileColumns_;
    const std::int64_t rowsLeft = rows_ - firstRow;
    const std::int64_t columnsLeft = columns_ - firstColumn;
    const std::int64_t height = rowsLeft < tileRows_ ? rowsLeft : tileRows_;
    const std::int64_t width = columnsLeft < tileColumns_ ? columnsLeft : tileColumns_;
    return {firstRow, firstColumn, static_cast<std::uint32_t>(width),
            static_cast<std::uint32_t>(height * width)};
  }
  /// Where the tile's cells begin in the row-major result.
  [[nodiscard]] POSCOPE_HD std::int64_t offset(const Tile& tile) const {
    return tile.firstRow * columns_ + tile.firstColumn;
  }
  /// Cells of the largest tile.
  [[nodiscard]] POSCOPE_HD std::int64_t largestTile() const {
    const std::int64_t height = rows_ < tileRows_ ? rows_ : tileRows_;
    return height * tileColumns_;
  }

 private:
  std::int64_t rows_;
  std::int64_t columns_;
  std::int64_t tileColumns_;
  std::int64_t tileRows_;
  std::int64_t across_;
};

}  // namespace poscope
