#include "core/analysis/bias_row.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace poscope {
namespace {

constexpr std::int64_t kPiece = 1 << 16;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class LevelCounter {
 public:
  void add(std::span<const double> values) {
    for (const double value : values) {
      const bool same = value == before_ || (std::isnan(value) && std::isnan(before_));
      levels_.distinct += started_ && same ? 0 : 1;
      levels_.lost += std::isfinite(value) ? 0 : 1;
      before_ = value;
      started_ = true;
    }
  }
  [[nodiscard]] Levels levels() const { return levels_; }

 private:
  Levels levels_;
  double before_ = 0;
  bool started_ = false;
};

}  // namespace

Result<std::vector<Levels>> levelsOfRows(const CellSource& source, Quantity quantity,
                                         std::int64_t first, std::int64_t count,
                                         const std::stop_token& stop) {
  const Lattice lattice{{0, source.rows(), source.rows()}, {first, count, count}};
  std::vector<double> cells(static_cast<std::size_t>(source.rows() * count));
  POSCOPE_CHECK(source.cells(lattice, quantity, Reduction::sample, std::span<double>(cells), stop));
  std::vector<Levels> rows;
  const auto columns = static_cast<std::size_t>(count);
  for (std::size_t at = 0; at < cells.size(); at += columns) {
    LevelCounter counter;
    counter.add(std::span<const double>(cells).subspan(at, columns));
    rows.push_back(counter.levels());
  }
  return rows;
}

Result<Levels> BiasRow::levels(Quantity quantity, std::int64_t first, std::int64_t count) const {
  LevelCounter counter;
  std::vector<double> cells;
  for (std::int64_t at = 0; at < count; at += kPiece) {
    POSCOPE_CHECK(fetch(quantity, first + at, std::min(kPiece, count - at), cells));
    counter.add(cells);
  }
  return counter.levels();
}

Result<double> BiasRow::largest(Quantity quantity, std::int64_t count) const {
  std::vector<double> cells;
  POSCOPE_CHECK(fetch(quantity, query_ + 1 - count, count, cells));
  double result = 0;
  for (const double cell : cells) {
    result = std::isnan(cell) || std::isnan(result) ? kNan : std::max(result, std::abs(cell));
  }
  return result;
}

Result<void> BiasRow::fetch(Quantity quantity, std::int64_t first, std::int64_t count,
                            std::vector<double>& cells) const {
  cells.resize(static_cast<std::size_t>(count));
  const Lattice lattice{{query_, 1, 1}, {first, count, count}};
  return source_.cells(lattice, quantity, Reduction::sample, std::span<double>(cells), stop_);
}

}  // namespace poscope
