// Tables that are sorted: by which column, and which way, are two parameters of the page.
#pragma once

#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope {

/// The parameters that say how one table of a page is sorted.
struct SortParameters {
  WordParameter column;      ///< A choice of names that the table's columns have in data files.
  FlagParameter descending;  ///< Largest, or last, first.
};

/// Sorts the rows of `table` as `params` say, by the values of their cells: numbers by size, words
/// by their letters, capital or not; cells without a value come last either way, and equal ones
/// stay in the order in which they were. The heading of the column gets an arrow.
void sortTable(TablePanel& table, const Params& params, const SortParameters& by);

}  // namespace poscope
