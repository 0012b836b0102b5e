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

  /// `own` is the slope as the recipe writes it, `slope` the exact one.
  POSCOPE_HD double drawn(const AlibiStages& stages, double own, double slope, double query,
                          double key) const {
    return alibiStored(stages, own, query, key) -
           alignWeight * alibiRowConstant(stages, slope, query);
  }
  POSCOPE_HD static double reference(double slope, double query, double key) {
    return slope * (key - query);
  }
};

/// The slope of one head: exact, and as A and B write it (SlopeForm).
struct AlibiSlope {
  double exact = 1;
  double a = 1;
  double b = 1;
};

/// Keys after the query are masked: they have no bias. NaN marks them ("outside", not "lost").
POSCOPE_HD double causal(double query, double key, double value) {
  return key > query ? std::numeric_limits<double>::quiet_NaN() : value;
}

/// One head: row = query, column = key.
struct AlibiField {
  AlibiPair recipes;
  AlibiSlope slope;

  POSCOPE_HD double a(const double*, std::int64_t row, std::int64_t column) const {
    const double query = exactDouble(row);
    const double key = exactDouble(column);
    return causal(query, key, recipes.drawn(recipes.a, slope.a, slope.exact, query, key));
  }
  POSCOPE_HD double b(const double*, std::int64_t row, std::int64_t column) const {
    const double query = exactDouble(row);
    const double key = exactDouble(column);
    return causal(query, key, recipes.drawn(recipes.b, slope.b, slope.exact, query, key));
  }
  POSCOPE_HD double reference(const double*, std::int64_t row, std::int64_t column) const {
    const double query = exactDouble(row);
    const double key = exactDouble(column);
    return causal(query, key, AlibiPair::reference(slope.exact, query, key));
  }
  POSCOPE_HD double storedA(const double*, std::int64_t row, std::int64_t column) const {
    return alibiStored(recipes.a, slope.a, exactDouble(row), exactDouble(column));
  }
  POSCOPE_HD double storedB(const double*, std::int64_t row, std::int64_t column) const {
    return alibiStored(recipes.b, slope.b, exactDouble(row), exactDouble(column));
  }
};

/// All heads at one query: row = head, column = key. Table: three blocks of `heads` slopes: exact,
/// as A writes them, as B writes them.
struct AlibiHeadsField {
  AlibiPair recipes;
  std::int64_t query = 0;
  std::int64_t heads = 1;

  POSCOPE_HD double a(const double* table, std::int64_t row, std::int64_t column) const {
    return recipes.drawn(recipes.a, table[heads + row], table[row], exactDouble(query),
                         exactDouble(column));
  }
  POSCOPE_HD double b(const double* table, std::int64_t row, std::int64_t column) const {
    return recipes.drawn(recipes.b, table[2 * heads + row], table[row], exactDouble(query),
                         exactDouble(column));
  }
  POSCOPE_HD double reference(const double* table, std::int64_t row, std::int64_t column) const {
    return AlibiPair::reference(table[row], exactDouble(query), exactDouble(column));
  }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return alibiStored(recipes.a, table[heads + row], exactDouble(query), exactDouble(column));
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return alibiStored(recipes.b, table[2 * heads + row], exactDouble(query), exactDouble(column));
  }
};

}  // namespace poscope
