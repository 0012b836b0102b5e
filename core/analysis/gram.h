// How alike rows of a source are: their dot products, as a picture that asks only for what it
// shows.
#pragma once

#include <memory>

#include "core/compute/cell_source.h"

namespace poscope {

/// The Gram matrix of `encodings`: cell (i, j) is row i times row j, for each side of it; a
/// difference is that of two dot products. Cells are a matrix product of the rows that are seen.
///
/// `byDistance`, one row, is the reference of cell (i, j) at column |i - j|: exact encodings give
/// one value per distance. It is looked up where no cell covers several positions. The mean over a
/// cell is the product of two means over the same samples as Backend::fill takes in number, so it
/// costs no more than one sample. All cells are the same numbers whatever part is asked for.
[[nodiscard]] std::shared_ptr<const CellSource> gramSource(
    std::shared_ptr<const CellSource> encodings, std::shared_ptr<const CellSource> byDistance);

}  // namespace poscope
