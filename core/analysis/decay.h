// Closed forms of RoPE's score against distance. q and k have unit normal components; component by
// component their correlation is rho (1: q = k, 0: independent). Derivation: docs/formulas.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/compute/cell_source.h"

namespace poscope {

/// Mean score at a distance: rho * 2 * sum cos(n w_i).
[[nodiscard]] double meanScore(const std::vector<double>& frequencies, double distance,
                               double correlation);

/// Standard deviation of the score at a distance: sqrt(sum over pairs of 2 + 2 rho^2 cos(2 n w_i)).
[[nodiscard]] double scoreDeviation(const std::vector<double>& frequencies, double distance,
                                    double correlation);

/// Step n leads from distance n - 1 to distance n.
struct Rises {
  std::int64_t first = 0;  ///< The first distance after which the next step goes up; 0 for none.
  std::int64_t count = 0;  ///< How many steps go up.
  std::vector<std::int64_t> steps = {};  ///< Which.
};

/// Of the scores at distances 0, 1, 2, ...
[[nodiscard]] Rises risesOf(std::span<const double> scores);
/// Where the score of q = k rises with distance, over the steps 1..steps.
[[nodiscard]] Rises scoreRises(const std::vector<double>& frequencies, std::int64_t steps);

/// How many steps findings look at.
inline constexpr std::int64_t kRiseSteps = 50;

/// How scores go with distance: the two ends, and the steps that go up among the first ones.
struct Course {
  double near = 0;
  double far = 0;
  std::int64_t steps = 0;  ///< How many were looked at: kRiseSteps, or all that there are.
  std::int64_t level = 0;  ///< How many of them keep the score of distance 0 before any other.
  Rises rises;
};

/// Of one side of `scores`: one row, column = distance.
[[nodiscard]] Course courseOf(const CellSource& scores, Quantity side);

}  // namespace poscope
