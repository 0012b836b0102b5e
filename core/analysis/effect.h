// Does it matter? How much attention a recipe moves at the last query.
#pragma once

#include <vector>

#include "core/analysis/verdict.h"

namespace poscope {

/// Attention mass moved: half the sum over keys of |p - p_exact|, from 0 to 1, where all keys have
/// the same content and the last query of the context looks at all of them. RoPE: q = k = ones of
/// unit size, score = q.k / sqrt(d). A bias: equal scores, only it differs.
struct AttentionEffect {
  double mean = 0;  ///< Over heads; RoPE and KERPLE have one.
  double worst = 0;
  std::int64_t head = 0;  ///< The worst head.
};

/// Softmax of the scores of one query: weights that sum to 1. A score that is NaN takes no weight;
/// where none is a finite number all weights are 0.
[[nodiscard]] std::vector<double> attentionWeights(const std::vector<double>& scores);

/// The mass moved at one query: its scores with each key against the exact ones, as many and in the
/// same order.
[[nodiscard]] double massMoved(const std::vector<double>& scores, const std::vector<double>& exact);

/// Errors: those of judge. A recipe of `sinusoid` has no attention of its own and is taken as RoPE.
[[nodiscard]] Result<AttentionEffect> attentionEffect(const VerdictSetup& setup,
                                                      const VerdictControl& control = {});

}  // namespace poscope
