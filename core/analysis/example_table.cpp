#include "core/analysis/example_table.h"

#include <cmath>
#include <numbers>
#include <string>

#include "core/analysis/seeded_numbers.h"

namespace poscope {

std::vector<double> exampleTable(std::uint64_t seed, std::int64_t rows, std::int64_t columns) {
  std::vector<double> values = seededNumbers(seed, "noise", rows * columns);
  const auto height = static_cast<double>(rows);
  for (std::int64_t column = 0; column < columns; ++column) {
    const std::vector<double> drawn = seededNumbers(seed, "column " + std::to_string(column), 3);
    const double cycles = std::nearbyint(std::exp2(2.5 * (drawn[0] + 1)));
    const double amplitude = (1 + 3 * (drawn[1] + 1) / 2) / 4;
    const double turns = drawn[2] / 2;
    for (std::int64_t row = 0; row < rows; ++row) {
      double& value = values[static_cast<std::size_t>(row * columns + column)];
      const double phase = cycles * static_cast<double>(row) / height + turns;
      value = (amplitude * std::cos(2 * std::numbers::pi * phase) + value / 5) / 20;
    }
  }
  return values;
}

}  // namespace poscope
