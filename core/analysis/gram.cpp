#include "core/analysis/gram.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/compute/reduction.h"
#include "core/compute/row_splitter.h"

namespace poscope {
namespace {

using RowMajor = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ColumnMajor = Eigen::ArrayXXd;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kBlock = std::int64_t{1} << 21;  ///< Numbers of encodings held at once.
constexpr std::int64_t kFewestChannels = 64;            ///< A row of fewer is slow to compute.
constexpr Eigen::Index kTile = 256;  ///< Columns whose numbers stay in the caches.

/// A quantity as one side, or as one side less another.
struct Terms {
  Quantity first;
  bool difference = false;
  Quantity second = Quantity::reference;
  bool absolute = false;
};
// In the order of Quantity.
constexpr std::array kTerms{Terms{Quantity::a},
                            Terms{Quantity::b},
                            Terms{Quantity::reference},
                            Terms{Quantity::a, true, Quantity::b},
                            Terms{Quantity::a, true, Quantity::reference},
                            Terms{Quantity::b, true, Quantity::reference},
                            Terms{Quantity::a},
                            Terms{Quantity::b},
                            Terms{Quantity::a, true, Quantity::b, true}};
static_assert(kTerms.size() == static_cast<std::size_t>(Quantity::absoluteAMinusB) + 1);

/// The positions through which the cells of an axis are seen: `perCell` for each, one after the
/// other. A sample is lost where one of its numbers is NaN on a side that is asked for.
struct SeenAxis {
  AxisLattice cells;
  AxisLattice samples;
  std::int64_t perCell = 1;
  std::vector<char> lost = {};

  SeenAxis(const AxisLattice& axis, Reduction reduction)
      : cells(axis), samples(axis), perCell(strataOf(axis, reduction)) {
    samples.count *= perCell;
    lost.assign(static_cast<std::size_t>(samples.count), 0);
  }
  /// Whether each cell is a position: none is left out.
  [[nodiscard]] bool single() const { return cells.span <= cells.count; }
  [[nodiscard]] std::int64_t position(std::int64_t cell) const {
    return sampleInteger(cells, cell, 0, 1);
  }
};

// Marks samples with a NaN among `numbers`; whether there were new ones.
bool markLost(const RowMajor& numbers, SeenAxis& axis) {
  bool found = false;
  for (Eigen::Index sample = 0; sample < numbers.rows(); ++sample) {
    char& lost = axis.lost[static_cast<std::size_t>(sample)];
    if (lost == 0 && numbers.row(sample).isNaN().any()) {
      lost = 1;
      found = true;
    }
  }
  return found;
}

// One row for each cell: the mean of its samples that are not lost, NaN where all are.
ColumnMajor averaged(const RowMajor& numbers, const SeenAxis& axis) {
  ColumnMajor means = ColumnMajor::Zero(axis.cells.count, numbers.cols());
  for (Eigen::Index cell = 0; cell < means.rows(); ++cell) {
    double kept = 0;
    for (std::int64_t k = 0; k < axis.perCell; ++k) {
      const Eigen::Index sample = cell * axis.perCell + k;
      if (axis.lost[static_cast<std::size_t>(sample)] == 0) {
        means.row(cell) += numbers.row(sample);
        kept += 1;
      }
    }
    means.row(cell) /= kept > 0 ? kept : kNan;
  }
  return means;
}

// Adds rows times columns. Each sum takes its channels one after the other, in whatever tile it
// lies: Eigen's own matrix products add in an order that depends on sizes and caches, and the same
// cell would have other last bits in other pictures and files.
void addProducts(const ColumnMajor& rows, const ColumnMajor& columns, RowMajor& sums,
                 const std::stop_token& stop) {
  const Eigen::Index channels = rows.cols();
  const auto addRow = [&](Eigen::Index row, Eigen::Index first, Eigen::Index count) {
    Eigen::Map<Eigen::ArrayXd> sum(&sums(row, first), count);
    const auto column = [&](Eigen::Index k) { return columns.col(k).segment(first, count); };
    Eigen::Index k = 0;
    for (; k + 4 <= channels; k += 4) {
      sum = sum + rows(row, k) * column(k) + rows(row, k + 1) * column(k + 1) +
            rows(row, k + 2) * column(k + 2) + rows(row, k + 3) * column(k + 3);
    }
    for (; k < channels; ++k) {
      sum += rows(row, k) * column(k);
    }
  };
  splitRows(rows.rows(), [&](std::int64_t begin, std::int64_t end) {
    for (Eigen::Index first = 0; first < columns.rows(); first += kTile) {
      for (Eigen::Index row = begin; row < end && !stop.stop_requested(); ++row) {
        addRow(row, first, std::min(kTile, columns.rows() - first));
      }
    }
  });
}

class GramSource final : public CellSource {
 public:
  GramSource(std::shared_ptr<const CellSource> encodings,
             std::shared_ptr<const CellSource> byDistance)
      : encodings_(std::move(encodings)), byDistance_(std::move(byDistance)) {
    size_.rows = encodings_->rows();
    size_.columns = encodings_->rows();
  }

  std::int64_t rows() const override { return size_.rows; }
  std::int64_t columns() const override { return size_.columns; }
  Result<void> cells(const Lattice& lattice, Quantity quantity, Reduction reduction,
                     std::span<float> out, std::stop_token stop) const override {
    return write(lattice, quantity, reduction, out, stop);
  }
  Result<void> cells(const Lattice& lattice, Quantity quantity, Reduction reduction,
                     std::span<double> out, std::stop_token stop) const override {
    return write(lattice, quantity, reduction, out, stop);
  }

 private:
  /// A request under way.
  struct Seen {
    SeenAxis rows;
    SeenAxis columns;
    Reduction reduction;
    bool absolute;
    std::stop_token stop;

    /// Means are products of means, so samples are joined before they are multiplied; those of
    /// magnitudes are not.
    [[nodiscard]] bool joinsFirst() const { return reduction == Reduction::mean && !absolute; }
  };

  template <typename Real>
  Result<void> write(const Lattice& lattice, Quantity quantity, Reduction reduction,
                     std::span<Real> out, const std::stop_token& stop) const {
    POSCOPE_CHECK(checkFill(size_, lattice, out.size()));
    const AxisLattice& columns = lattice.columns;
    const std::int64_t width = columnsAtOnce(columns);
    for (std::int64_t first = 0; first < columns.count; first += width) {
      const std::int64_t count = std::min(width, columns.count - first);
      const AxisLattice part{columns.begin(first),
                             columns.begin(first + count) - columns.begin(first), count};
      const Terms& terms = kTerms[static_cast<std::size_t>(quantity)];
      Seen seen{{lattice.rows, reduction}, {part, reduction}, reduction, terms.absolute, stop};
      POSCOPE_TRY(const RowMajor sums, sumsOf(seen, terms));
      if (stop.stop_requested()) {
        return cancelled();
      }
      withJoin(reduction, [&]<typename Join>() {
        join<Join>(seen, sums, out.subspan(static_cast<std::size_t>(first)), columns.count);
      });
    }
    return {};
  }

  // Long rows, those of files, are made of parts: cells of one width cover the same positions
  // there. Others are a picture's, and few.
  [[nodiscard]] std::int64_t columnsAtOnce(const AxisLattice& columns) const {
    return columns.span % columns.count == 0
               ? std::max<std::int64_t>(kTile, kBlock / (kStrata * encodings_->columns()))
               : columns.count;
  }

  // What is lost is known when all numbers were seen, and then the means are made again without it.
  Result<RowMajor> sumsOf(Seen& seen, const Terms& terms) const {
    for (;;) {
      bool found = false;
      POSCOPE_TRY(RowMajor sums, side(seen, terms.first, found));
      if (terms.difference) {
        POSCOPE_TRY(const RowMajor less, side(seen, terms.second, found));
        sums -= less;
        sums = terms.absolute ? RowMajor(sums.cwiseAbs()) : std::move(sums);
      }
      if (!found) {
        return sums;
      }
    }
  }

  Result<RowMajor> side(Seen& seen, Quantity quantity, bool& found) const {
    return quantity == Quantity::reference && seen.rows.single() && seen.columns.single()
               ? lookedUp(seen)
               : products(seen, quantity, found);
  }

  Result<RowMajor> lookedUp(const Seen& seen) const {
    const AxisLattice& rows = seen.rows.cells;
    const AxisLattice& columns = seen.columns.cells;
    const std::int64_t below = rows.first - columns.first;  // Of the first row to the first column.
    const std::int64_t least =
        std::max({std::int64_t{0}, below - columns.span + 1, 1 - below - rows.span});
    const std::int64_t most = std::max(below + rows.span, columns.span - below);  // And one.
    std::vector<double> table(static_cast<std::size_t>(most - least));
    const Lattice distances{{0, 1, 1}, {least, most - least, most - least}};
    POSCOPE_CHECK(byDistance_->cells(distances, Quantity::reference, Reduction::sample,
                                     std::span<double>(table), seen.stop));
    RowMajor values(rows.count, columns.count);
    for (Eigen::Index row = 0; row < values.rows(); ++row) {
      const std::int64_t from = seen.rows.position(row);
      for (Eigen::Index column = 0; column < values.cols(); ++column) {
        const std::int64_t distance = std::abs(from - seen.columns.position(column));
        values(row, column) = table[static_cast<std::size_t>(distance - least)];
      }
    }
    return values;
  }

  // A block of channels after the other, so that no more of a wide encoding is held at once.
  Result<RowMajor> products(Seen& seen, Quantity quantity, bool& found) const {
    const bool joins = seen.joinsFirst();
    const auto sizeOf = [joins](const SeenAxis& axis) {
      return joins ? axis.cells.count : axis.samples.count;
    };
    RowMajor sums = RowMajor::Zero(sizeOf(seen.rows), sizeOf(seen.columns));
    const std::int64_t channels = encodings_->columns();
    const std::int64_t samples = std::max(seen.rows.samples.count, seen.columns.samples.count);
    const std::int64_t block = std::max(kFewestChannels, kBlock / samples);
    for (std::int64_t first = 0; first < channels; first += block) {
      const AxisLattice part{first, std::min(block, channels - first),
                             std::min(block, channels - first)};
      POSCOPE_TRY(const ColumnMajor rows, numbers(seen.rows, part, quantity, seen, found));
      POSCOPE_TRY(const ColumnMajor columns, numbers(seen.columns, part, quantity, seen, found));
      addProducts(rows, columns, sums, seen.stop);
    }
    return sums;
  }

  Result<ColumnMajor> numbers(SeenAxis& axis, const AxisLattice& channels, Quantity quantity,
                              const Seen& seen, bool& found) const {
    RowMajor samples(axis.samples.count, channels.count);
    POSCOPE_CHECK(encodings_->cells(
        {axis.samples, channels}, quantity, Reduction::sample,
        std::span<double>(samples.data(), static_cast<std::size_t>(samples.size())), seen.stop));
    if (!seen.joinsFirst()) {
      return ColumnMajor(samples);
    }
    found = markLost(samples, axis) || found;
    return averaged(samples, axis);
  }

  // Rows of `out` begin `stride` numbers apart.
  template <typename Join, typename Real>
  static void join(const Seen& seen, const RowMajor& sums, std::span<Real> out,
                   std::int64_t stride) {
    const std::int64_t down = seen.joinsFirst() ? 1 : seen.rows.perCell;
    const std::int64_t across = seen.joinsFirst() ? 1 : seen.columns.perCell;
    for (Eigen::Index row = 0; row < seen.rows.cells.count; ++row) {
      for (Eigen::Index column = 0; column < seen.columns.cells.count; ++column) {
        double value = 0;
        float number = 0;
        for (std::int64_t sample = 0; sample < down * across; ++sample) {
          joinSample<Join>(value, number,
                           sums(row * down + sample / across, column * across + sample % across));
        }
        out[static_cast<std::size_t>(row * stride + column)] =
            static_cast<Real>(reducedValue(value, number, seen.reduction));
      }
    }
  }

  std::shared_ptr<const CellSource> encodings_;
  std::shared_ptr<const CellSource> byDistance_;
  Field size_;  ///< Only how large it is counts: requests are checked as those of fields are.
};

}  // namespace

std::shared_ptr<const CellSource> gramSource(std::shared_ptr<const CellSource> encodings,
                                             std::shared_ptr<const CellSource> byDistance) {
  return std::make_shared<GramSource>(std::move(encodings), std::move(byDistance));
}

}  // namespace poscope
