// Numbers that are there already, as a CellSource: for pictures of a few thousand numbers that no
// field computes from its indices alone.
#pragma once

#include <memory>
#include <vector>

#include "core/compute/cell_source.h"

namespace poscope {

/// `rows` rows of equal length, row by row; every quantity is that number. A cell over several
/// numbers is reduced over all of them.
[[nodiscard]] std::shared_ptr<const CellSource> arraySource(std::vector<double> values,
                                                            std::int64_t rows);

}  // namespace poscope
