// How widely attention spreads over n tokens, for scores of a stated model, with and without a
// factor log n (Su 2021, entropy invariance). Derivations: docs/formulas.md.
#pragma once

#include <cstdint>

namespace poscope {

/// ln n / ln trained: what scores are multiplied by at n keys; 1 at the length of training, at
/// least 1 where it is clamped. trained >= 2, n >= 1.
[[nodiscard]] double logFactor(double n, double trained, bool clamped);

/// What a normal number exceeds with probability q, 1e-9 < q < 1 - 1e-9; within 1e-5.
[[nodiscard]] double normalQuantile(double q);

/// Scores of one query. Those of n keys are spread as normal numbers of mean 0 are: the r-th
/// largest exceeds all but (r - 1/2) / n of them. Where `peaked`, one key with the score `peak`
/// stands in front of the others.
struct ScoreModel {
  double deviation = 1;
  bool peaked = false;
  double peak = 0;
};

struct AttentionSpread {
  double entropy = 0;    ///< In nats: -sum p ln p.
  double effective = 1;  ///< exp(entropy): so many tokens of equal weight have that entropy.
  double peak = 0;       ///< The weight of the peak; 0 without one.
};

/// Of `keys` >= 1 keys whose scores are multiplied by `factor`. Of many keys neighbours whose
/// scores differ by less than about a fiftieth of the deviation are taken as equal.
[[nodiscard]] AttentionSpread attentionSpread(const ScoreModel& model, std::int64_t keys,
                                              double factor);

}  // namespace poscope
