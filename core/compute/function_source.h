// A host function of (row, column) as a CellSource: for numbers that need ln, exp or pow, which no
// field computes, and that are too many to be kept.
#pragma once

#include <functional>
#include <memory>

#include "core/compute/cell_source.h"

namespace poscope {

/// Called from several threads, with rows and columns that exist.
using CellFunction =
    std::function<double(std::int64_t row, std::int64_t column, Quantity quantity)>;

/// Each number is computed when it is asked for. A cell over several numbers is reduced over all of
/// them.
[[nodiscard]] std::shared_ptr<const CellSource> functionSource(std::int64_t rows,
                                                               std::int64_t columns,
                                                               CellFunction value);

}  // namespace poscope
