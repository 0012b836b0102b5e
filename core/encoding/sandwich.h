// Sandwich: the dot product of two sinusoidal positions as a bias, divided for each head (Chi et
// al. 2023; PIPELINES 6.5).
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/format.h"

namespace poscope {

/// What head `head` of `heads`, counted from 0, divides by: 8 (head + 1) / heads.
[[nodiscard]] double sandwichDivisor(std::int64_t head, std::int64_t heads);

struct SandwichStages {
  Rounding position;
  Rounding operation;  ///< Frequency, angle, cosine, sum (added up wider), and what follows.
  Rounding bias;
};

/// (sum of cos(distance w_k) - d/2) / divisor with w_k = 10000^(-2k/d), k = 1..d/2: RoPE's
/// frequencies begin at k = 0.
class SandwichBias {
 public:
  /// `dim` even.
  SandwichBias(std::int64_t dim, double divisor, const SandwichStages& stages);

  /// As the stages leave it.
  [[nodiscard]] double stored(double distance) const;
  /// In fp64.
  [[nodiscard]] double exact(double distance) const;

 private:
  std::vector<double> frequencies_;
  std::vector<double> kept_;  ///< The same as stored.
  double divisor_;
  SandwichStages stages_;
};

}  // namespace poscope
