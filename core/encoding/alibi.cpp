#include "core/encoding/alibi.h"

#include <bit>
#include <cmath>

namespace poscope {

std::vector<double> alibiSlopes(std::int64_t heads, double maxBias) {
  const auto below = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(heads)));
  std::vector<double> slopes;
  slopes.reserve(static_cast<std::size_t>(heads));
  for (std::int64_t h = 0; h < below; ++h) {
    slopes.push_back(std::exp2(-maxBias * static_cast<double>(h + 1) / static_cast<double>(below)));
  }
  for (std::int64_t h = 0; below + h < heads; ++h) {
    slopes.push_back(
        std::exp2(-maxBias * static_cast<double>(2 * h + 1) / static_cast<double>(2 * below)));
  }
  return slopes;
}

}  // namespace poscope
