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

/// That of one query: its scores with each key against the exact ones, in the same order. A score
/// that is NaN takes no mass.
[[nodiscard]] double massMoved(std::vector<double> scores, std::vector<double> exact);

/// Softmax in place; a score that is NaN takes no mass.
void softmax(std::vector<double>& scores);

/// Errors: those of judge. A recipe of `sinusoid` has no attention of its own and is taken as RoPE.
[[nodiscard]] Result<AttentionEffect> attentionEffect(const VerdictSetup& setup,
                                                      const VerdictControl& control = {});

}  // namespace poscope
