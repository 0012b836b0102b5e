// RoPE's score against distance (PIPELINES 9; RoFormer section 3.4.3): one row, column = distance.
// The query stands at `query`, the key `column` tokens before it.
#pragma once

#include "core/encoding/phase.h"
#include "core/field/integers.h"

namespace poscope {

/// score(n) = weight * 2 * sum over pairs of cos(n w_i): with q = k = ones the weight is 1, with
/// unit normal components of correlation rho the mean has weight rho. Table: three blocks of
/// `pairs` frequencies (A, B, reference).
struct DecayField {
  std::int64_t pairs = 1;
  std::int64_t query = 0;
  double weight = 1;
  PhaseStages stagesA;
  PhaseStages stagesB;

  POSCOPE_HD double at(const PhaseStages& stages, const double* frequencies,
                       std::int64_t distance) const {
    double sum = 0;
    for (std::int64_t i = 0; i < pairs; ++i) {
      const SineCosine q = phaseTable(stages, exactDouble(query), frequencies[i]);
      const SineCosine k = phaseTable(stages, exactDouble(query - distance), frequencies[i]);
      sum += q.cosine * k.cosine + q.sine * k.sine;
    }
    return weight * 2.0 * sum;
  }
  POSCOPE_HD double a(const double* table, std::int64_t, std::int64_t column) const {
    return at(stagesA, table, column);
  }
  POSCOPE_HD double b(const double* table, std::int64_t, std::int64_t column) const {
    return at(stagesB, table + pairs, column);
  }
  POSCOPE_HD double reference(const double* table, std::int64_t, std::int64_t column) const {
    double sum = 0;
    for (std::int64_t i = 0; i < pairs; ++i) {
      sum += sineCosine(exactDouble(column) * table[2 * pairs + i]).cosine;
    }
    return weight * 2.0 * sum;
  }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return a(table, row, column);
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return b(table, row, column);
  }
};

}  // namespace poscope
