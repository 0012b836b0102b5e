// A table that stands for one that a model has learned, where no file of a model is open: drawn
// from a stated seed, of the kind that trained tables are: columns that are slow waves, with noise.
#pragma once

#include <cstdint>
#include <vector>

namespace poscope {

/// Row by row, rows x columns numbers. Column c is
///   (a cos(2 pi (f p / rows + t)) + e(p, c) / 5) / 20,
/// with the three numbers n0, n1, n2 of seededNumbers(seed, "column <c>", 3):
///   f = 2^(2.5 (n0 + 1)) rounded to a whole number (1..32 cycles over the table),
///   a = (1 + 3 (n1 + 1) / 2) / 4 (1/4..1),  t = n2 / 2 turns,
/// and e(p, c) = seededNumbers(seed, "noise", rows * columns)[p * columns + c].
[[nodiscard]] std::vector<double> exampleTable(std::uint64_t seed, std::int64_t rows,
                                               std::int64_t columns);

}  // namespace poscope
