#include "core/compute/array_source.h"

#include "core/compute/function_source.h"

namespace poscope {

std::shared_ptr<const CellSource> arraySource(std::vector<double> values, std::int64_t rows) {
  const std::int64_t columns = static_cast<std::int64_t>(values.size()) / rows;
  return functionSource(rows, columns,
                        [values = std::move(values), columns](std::int64_t row, std::int64_t column,
                                                              Quantity /*quantity*/) {
                          return values[static_cast<std::size_t>(row * columns + column)];
                        });
}

}  // namespace poscope
