// ALiBi biases. Drawn values have the exact row constant removed when aligned, so that an
// absolute index can be laid over a relative one; stored values are what the implementation keeps.
#pragma once

#include <limits>

#include "core/encoding/alibi.h"
#include "core/field/integers.h"

namespace poscope {

struct AlibiPair {
  AlibiStages a;
  AlibiStages b;
  double alignWeight = 1;  ///< 1 takes the row constant away, 0 draws what is stored.

  POSCOPE_HD double stored(const AlibiStages& stages, double slope, double query,
                           double key) const {
    return alibiStored(stages, slope, query, key);
  }
  POSCOPE_HD double drawn(const AlibiStages& stages, double slope, double query, double key) const {
    return alibiStored(stages, slope, query, key) -
           alignWeight * alibiRowConstant(stages, slope, query);
  }
  POSCOPE_HD static double reference(double slope, double query, double key) {
    return slope * (key - query);
  }
};

/// Keys after the query are masked: they have no bias. NaN marks them ("outside", not "lost").
POSCOPE_HD double causal(double query, double key, double value) {
  return key > query ? std::numeric_limits<double>::quiet_NaN() : value;
}

/// One head: row = query, column = key.
struct AlibiField {
  AlibiPair recipes;
  double slope = 1;

  POSCOPE_HD double a(const double*, std::int64_t row, std::int64_t column) const {
    const double query = exactDouble(row);
    const double key = exactDouble(column);
    return causal(query, key, recipes.drawn(recipes.a, slope, query, key));
  }
  POSCOPE_HD double b(const double*, std::int64_t row, std::int64_t column) const {
    const double query = exactDouble(row);
    const double key = exactDouble(column);
    return causal(query, key, recipes.drawn(recipes.b, slope, query, key));
  }
  POSCOPE_HD double reference(const double*, std::int64_t row, std::int64_t column) const {
    const double query = exactDouble(row);
    const double key = exactDouble(column);
    return causal(query, key, AlibiPair::reference(slope, query, key));
  }
  POSCOPE_HD double storedA(const double*, std::int64_t row, std::int64_t column) const {
    return recipes.stored(recipes.a, slope, exactDouble(row), exactDouble(column));
  }
  POSCOPE_HD double storedB(const double*, std::int64_t row, std::int64_t column) const {
    return recipes.stored(recipes.b, slope, exactDouble(row), exactDouble(column));
  }
};

/// All heads at one query: row = head, column = key. Table: the slope of each head.
struct AlibiHeadsField {
  AlibiPair recipes;
  std::int64_t query = 0;

  POSCOPE_HD double a(const double* table, std::int64_t row, std::int64_t column) const {
    return recipes.drawn(recipes.a, table[row], exactDouble(query), exactDouble(column));
  }
  POSCOPE_HD double b(const double* table, std::int64_t row, std::int64_t column) const {
    return recipes.drawn(recipes.b, table[row], exactDouble(query), exactDouble(column));
  }
  POSCOPE_HD double reference(const double* table, std::int64_t row, std::int64_t column) const {
    return AlibiPair::reference(table[row], exactDouble(query), exactDouble(column));
  }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return recipes.stored(recipes.a, table[row], exactDouble(query), exactDouble(column));
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return recipes.stored(recipes.b, table[row], exactDouble(query), exactDouble(column));
  }
};

}  // namespace poscope
