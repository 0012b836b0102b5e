// Tables and bit pictures as rows of values, for csv and json.
#pragma once

#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/figure/figure.h"

namespace poscope {

/// A number, a truth, an id, words, or nothing.
using DataCell = CellValue;

struct DataTable {
  std::vector<std::string> columns;  ///< columnName of each.
  std::vector<std::vector<DataCell>> rows;
};

/// The values of a TablePanel's cells, their words in `language` where they have none; of a
/// BitsPanel the values of its rows and the bits ("0|10000001|1111111": sign, exponent and fraction
/// apart); of a CodePanel its lines. Empty for a plot.
[[nodiscard]] DataTable dataTable(const Panel& panel, Language language);

}  // namespace poscope
