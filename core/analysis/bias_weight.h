// Where ALiBi's weight lies when all scores are equal.
#pragma once

#include <cstdint>

namespace poscope {

/// The share of a query's attention beyond `distance`, over keys at distances 0 .. keys - 1 whose
/// biases are -slope * distance and whose scores are equal: geometric sums,
/// (exp(-s (D + 1)) - exp(-s n)) / (1 - exp(-s n)). slope > 0, distance >= 0, keys >= 1; 0 where no
/// key is as far.
[[nodiscard]] double weightBeyond(double slope, std::int64_t distance, std::int64_t keys);

}  // namespace poscope
