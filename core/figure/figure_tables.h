// Tables and bit pictures as rows of words, for csv and json.
#pragma once

#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/figure/figure.h"

namespace poscope {

struct WordTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A TablePanel as it is shown; a BitsPanel as label, value, detail and bits ("0|10000001|1111111":
/// sign, exponent and fraction apart). Empty for a plot.
[[nodiscard]] WordTable wordTable(const Panel& panel, Language language);

}  // namespace poscope
