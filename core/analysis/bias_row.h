// What is left of the biases of one query: levels and errors along its row.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/compute/cell_source.h"

namespace poscope {

/// Different biases among keys. NaN and each infinity count as one level.
struct Levels {
  std::int64_t distinct = 0;
  std::int64_t lost = 0;  ///< Keys whose bias is NaN or infinite.
};

/// Levels of each row of a source of biases among its columns first..first+count-1. Rows are
/// monotonic: different values are counted at the steps. Errors: those of CellSource::cells.
[[nodiscard]] Result<std::vector<Levels>> levelsOfRows(const CellSource& source, Quantity quantity,
                                                       std::int64_t first, std::int64_t count,
                                                       const std::stop_token& stop);

/// The row of one query of a source of biases, read in pieces that stay in the cache. Errors of its
/// functions: those of CellSource::cells.
class BiasRow {
 public:
  /// `source` outlives the object; 0 <= query < source.rows(). Keys 0..query are looked at.
  BiasRow(const CellSource& source, std::int64_t query, std::stop_token stop)
      : source_(source), query_(query), stop_(std::move(stop)) {}

  /// Levels of the keys first..first+count-1. Biases are monotonic in the key, so different values
  /// are counted at the steps.
  [[nodiscard]] Result<Levels> levels(Quantity quantity, std::int64_t first,
                                      std::int64_t count) const;
  /// The largest magnitude over the `count` nearest keys; NaN when one is NaN.
  [[nodiscard]] Result<double> largest(Quantity quantity, std::int64_t count) const;

 private:
  [[nodiscard]] Result<void> fetch(Quantity quantity, std::int64_t first, std::int64_t count,
                                   std::vector<double>& cells) const;

  const CellSource& source_;
  std::int64_t query_;
  std::stop_token stop_;
};

}  // namespace poscope
