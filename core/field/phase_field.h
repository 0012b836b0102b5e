// The table of a sinusoidal encoding or of RoPE: row = position, column = channel.
#pragma once

#include "core/encoding/phase.h"
#include "core/field/integers.h"

namespace poscope {

/// Table layout: per column {frequency of A, of B, of the reference, 1 for sin or 0 for cos, pair},
/// in five blocks of `dim` numbers (makePhaseField). `Angle` is DirectAngle or RecurrentAngle.
template <typename Angle>
struct PhaseFieldBy {
  std::int64_t dim = 2;
  std::int64_t start = 0;  ///< Position of row 0.
  PhaseStages stagesA;
  PhaseStages stagesB;
  double referenceFactor = 1;  ///< cos and sin of the reference are multiplied by it.

  POSCOPE_HD double at(const PhaseStages& stages, const double* table, std::int64_t block,
                       std::int64_t row, std::int64_t column) const {
    const SineCosine entry =
        phaseTableBy<Angle>(stages, exactDouble(start + row), table[block * dim + column],
                            static_cast<std::int64_t>(table[4 * dim + column]));
    return table[3 * dim + column] != 0.0 ? entry.sine : entry.cosine;
  }
  POSCOPE_HD double a(const double* table, std::int64_t row, std::int64_t column) const {
    return at(stagesA, table, 0, row, column);
  }
  POSCOPE_HD double b(const double* table, std::int64_t row, std::int64_t column) const {
    return at(stagesB, table, 1, row, column);
  }
  POSCOPE_HD double reference(const double* table, std::int64_t row, std::int64_t column) const {
    const SineCosine entry = sineCosine(exactDouble(start + row) * table[2 * dim + column]);
    return (table[3 * dim + column] != 0.0 ? entry.sine : entry.cosine) * referenceFactor;
  }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return a(table, row, column);
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return b(table, row, column);
  }
};

using PhaseField = PhaseFieldBy<DirectAngle>;
using RecurrentPhaseField = PhaseFieldBy<RecurrentAngle>;

}  // namespace poscope
