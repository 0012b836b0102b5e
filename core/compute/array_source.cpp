#include "core/compute/array_source.h"

#include <limits>

#include "core/compute/reduction.h"

namespace poscope {
namespace {

class ArraySource final : public CellSource {
 public:
  ArraySource(std::vector<double> values, std::int64_t rows)
      : values_(std::move(values)),
        rows_(rows),
        columns_(static_cast<std::int64_t>(values_.size()) / rows) {}

  std::int64_t rows() const override { return rows_; }
  std::int64_t columns() const override { return columns_; }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction reduction, std::span<float> out,
                     std::stop_token stop) const override {
    return fill(lattice, reduction, out, stop);
  }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction reduction, std::span<double> out,
                     std::stop_token stop) const override {
    return fill(lattice, reduction, out, stop);
  }

 private:
  template <typename Real>
  Result<void> fill(const Lattice& lattice, Reduction reduction, std::span<Real> out,
                    const std::stop_token& stop) const {
    std::size_t cell = 0;
    for (std::int64_t row = 0; row < lattice.rows.count; ++row) {
      if (stop.stop_requested()) {
        return cancelled();
      }
      for (std::int64_t column = 0; column < lattice.columns.count; ++column) {
        out[cell++] = reduced<Real>(lattice, row, column, reduction);
      }
    }
    return {};
  }

  // The number of a cell: of all integers that it covers, or of one where a sample is asked for.
  template <typename Real>
  Real reduced(const Lattice& lattice, std::int64_t row, std::int64_t column,
               Reduction reduction) const {
    const bool one = reduction == Reduction::sample;
    const std::int64_t height = one ? 1 : lattice.rows.width(row);
    const std::int64_t width = one ? 1 : lattice.columns.width(column);
    const std::int64_t top = one ? sampleInteger(lattice.rows, row, 0, 1) : lattice.rows.begin(row);
    const std::int64_t left =
        one ? sampleInteger(lattice.columns, column, 0, 1) : lattice.columns.begin(column);
    return withJoin(reduction, [&]<typename Join>() {
      double value = 0;
      float seen = 0;
      for (std::int64_t r = top; r < top + height; ++r) {
        for (std::int64_t c = left; c < left + width; ++c) {
          joinSample<Join>(value, seen, at(r, c));
        }
      }
      return static_cast<Real>(reducedValue(value, seen, reduction));
    });
  }

  double at(std::int64_t row, std::int64_t column) const {
    const bool inside = row >= 0 && row < rows_ && column >= 0 && column < columns_;
    return inside ? values_[static_cast<std::size_t>(row * columns_ + column)]
                  : std::numeric_limits<double>::quiet_NaN();
  }

  std::vector<double> values_;
  std::int64_t rows_;
  std::int64_t columns_;
};

}  // namespace

std::shared_ptr<const CellSource> arraySource(std::vector<double> values, std::int64_t rows) {
  return std::make_shared<ArraySource>(std::move(values), rows);
}

}  // namespace poscope
