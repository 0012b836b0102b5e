// What one thread of a launch computes: the number of one cell. Host and device, so that a host
// test can hold it against the CPU backend. It holds no formula: fields give values,
// core/compute/reduction.h joins them.
#pragma once

#include "core/compute/reduction.h"
#include "core/field/field.h"
#include "gpu/launch_grid.h"

namespace poscope {

/// The integers that an axis' cells stand for, laid out as sampleSlot says.
struct AxisSamples {
  const std::int64_t* integers = nullptr;
  std::int64_t count = 1;
  int strata = 1;

  [[nodiscard]] POSCOPE_HD std::int64_t integer(std::int64_t cell, int stratum) const {
    return integers[sampleSlot(count, cell, stratum)];
  }
};

/// Adds one sample in the way that the reduction asks for.
template <typename Real>
struct SampleJoiner {
  Real value = 0;
  float seen = 0;
  Real sample = 0;

  template <typename Join>
  POSCOPE_HD void operator()() {
    joinSample<Join>(value, seen, sample);
  }
};

/// The number of `cell`: as the CPU backend, one sample is taken as it is and several are joined,
/// column strata inside row strata, in Real.
template <Quantity Q, typename Body, typename Real>
POSCOPE_HD Real cellValue(const Body& body, const double* table, const AxisSamples& rows,
                          const AxisSamples& columns, Reduction reduction, GridCell cell) {
  SampleJoiner<Real> joiner;
  for (int rowStratum = 0; rowStratum < rows.strata; ++rowStratum) {
    const std::int64_t row = rows.integer(cell.row, rowStratum);
    for (int stratum = 0; stratum < columns.strata; ++stratum) {
      const std::int64_t column = columns.integer(cell.column, stratum);
      joiner.sample = static_cast<Real>(quantityOf<Q>(body, table, row, column));
      withJoin(reduction, joiner);
    }
  }
  const bool single = rows.strata == 1 && columns.strata == 1;
  return single ? joiner.sample : reducedValue(joiner.value, joiner.seen, reduction);
}

}  // namespace poscope
