// Which frequencies the columns of a table hold: of each column, the power of every number of
// cycles that fits into it (a discrete Fourier transform, Eigen's).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/result.h"

namespace poscope {

/// The shares of a column's power by whole cycles over its length n: |X_k|^2 for k = 1..n/2, twice
/// but for k = n/2 (n even), over their sum, which is the power about the mean (Parseval). Entry 0
/// is 0: the mean is no wave. n >= 2; n/2 + 1 numbers; all 0 for a constant column, NaN where a
/// number is not finite.
[[nodiscard]] std::vector<double> powerShares(std::span<const double> column);

/// powerShares of each of `columns` columns of a table given row by row: entry k * columns + c is
/// that of k cycles in column c. Errors: cancelled.
[[nodiscard]] Result<std::vector<double>> columnSpectra(std::span<const double> table,
                                                        std::int64_t columns,
                                                        const std::function<void(double)>& progress,
                                                        const std::stop_token& stop);

}  // namespace poscope
