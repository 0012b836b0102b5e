// The loop over one row of cells, the same text for the vectorised and the scalar path. It holds no
// formula and knows no threads.
#pragma once

#include <cstdint>

#include "core/field/field.h"

namespace poscope {

/// out[k] = the quantity at (row, columns[k]). Compiled for several instruction sets.
template <Quantity Q, typename Body, typename Real>
POSCOPE_CLONES void rowLoop(const Body& body, const double* table, std::int64_t row,
                            const std::int64_t* columns, std::int64_t count, Real* out) {
  const Body local = body;
  for (std::int64_t k = 0; k < count; ++k) {
    out[k] = static_cast<Real>(quantityOf<Q>(local, table, row, columns[k]));
  }
}

/// The same without vector instructions: what the vectorised loop is held against.
template <Quantity Q, typename Body, typename Real>
POSCOPE_SCALAR void rowLoopScalar(const Body& body, const double* table, std::int64_t row,
                                  const std::int64_t* columns, std::int64_t count, Real* out) {
  for (std::int64_t k = 0; k < count; ++k) {
    out[k] = static_cast<Real>(quantityOf<Q>(body, table, row, columns[k]));
  }
}

}  // namespace poscope
