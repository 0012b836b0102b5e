#include "core/compute/function_source.h"

#include <limits>

#include "core/compute/reduction.h"

namespace poscope {
namespace {

class FunctionSource final : public CellSource {
 public:
  FunctionSource(std::int64_t rows, std::int64_t columns, CellFunction value)
      : rows_(rows), columns_(columns), value_(std::move(value)) {}

  std::int64_t rows() const override { return rows_; }
  std::int64_t columns() const override { return columns_; }
  Result<void> cells(const Lattice& lattice, Quantity quantity, Reduction reduction,
                     std::span<float> out, std::stop_token stop) const override {
    return fill(lattice, quantity, reduction, out, stop);
  }
  Result<void> cells(const Lattice& lattice, Quantity quantity, Reduction reduction,
                     std::span<double> out, std::stop_token stop) const override {
    return fill(lattice, quantity, reduction, out, stop);
  }

 private:
  template <typename Real>
  Result<void> fill(const Lattice& lattice, Quantity quantity, Reduction reduction,
                    std::span<Real> out, const std::stop_token& stop) const {
    std::size_t cell = 0;
    for (std::int64_t row = 0; row < lattice.rows.count; ++row) {
      if (stop.stop_requested()) {
        return cancelled();
      }
      for (std::int64_t column = 0; column < lattice.columns.count; ++column) {
        out[cell++] = reduced<Real>(lattice, row, column, quantity, reduction);
      }
    }
    return {};
  }

  // The number of a cell: of all integers that it covers, or of one where a sample is asked for.
  template <typename Real>
  Real reduced(const Lattice& lattice, std::int64_t row, std::int64_t column, Quantity quantity,
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
          joinSample<Join>(value, seen, at(r, c, quantity));
        }
      }
      return static_cast<Real>(reducedValue(value, seen, reduction));
    });
  }

  double at(std::int64_t row, std::int64_t column, Quantity quantity) const {
    const bool inside = row >= 0 && row < rows_ && column >= 0 && column < columns_;
    return inside ? value_(row, column, quantity) : std::numeric_limits<double>::quiet_NaN();
  }

  std::int64_t rows_;
  std::int64_t columns_;
  CellFunction value_;
};

}  // namespace

std::shared_ptr<const CellSource> functionSource(std::int64_t rows, std::int64_t columns,
                                                 CellFunction value) {
  return std::make_shared<FunctionSource>(rows, columns, std::move(value));
}

}  // namespace poscope
