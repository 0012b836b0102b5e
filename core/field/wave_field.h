// The waves of a sinusoidal encoding: row = pair, column = position. They are the reference's; a
// page about one recipe's table shows PhaseField.
#pragma once

#include "core/encoding/phase.h"
#include "core/field/integers.h"

namespace poscope {

/// sin(position * w_i) of pair i = row (Vaswani et al. 2017, section 3.5). Table: the inverse
/// frequency of each row.
struct WaveField {
  std::int64_t start = 0;  ///< Position of column 0.

  POSCOPE_HD double reference(const double* table, std::int64_t row, std::int64_t column) const {
    return sineCosine(exactDouble(start + column) * table[row]).sine;
  }
  POSCOPE_HD double a(const double* table, std::int64_t row, std::int64_t column) const {
    return reference(table, row, column);
  }
  POSCOPE_HD double b(const double* table, std::int64_t row, std::int64_t column) const {
    return reference(table, row, column);
  }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return reference(table, row, column);
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return reference(table, row, column);
  }
};

}  // namespace poscope
