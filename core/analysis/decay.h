// Closed forms of RoPE's score against distance. q and k have unit normal components; component by
// component their correlation is rho (1: q = k, 0: independent). Derivation: docs/formulas.md.
#pragma once

#include <cstdint>
#include <vector>

namespace poscope {

/// Mean score at a distance: rho * 2 * sum cos(n w_i).
[[nodiscard]] double meanScore(const std::vector<double>& frequencies, double distance,
                               double correlation);

/// Standard deviation of the score at a distance: sqrt(sum over pairs of 2 + 2 rho^2 cos(2 n w_i)).
[[nodiscard]] double scoreDeviation(const std::vector<double>& frequencies, double distance,
                                    double correlation);

struct Rises {
  std::int64_t first = 0;  ///< The first distance after which the next step goes up; 0 for none.
  std::int64_t count = 0;  ///< How many of the steps 1..steps go up.
};

/// Where the score of q = k rises with distance, over the steps 1..steps.
[[nodiscard]] Rises scoreRises(const std::vector<double>& frequencies, std::int64_t steps);

}  // namespace poscope
