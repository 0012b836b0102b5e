// xPos: RoPE whose pairs also shrink with distance. Queries are multiplied by a power of their
// position and keys by its inverse (Sun et al. 2022; PIPELINES 6.7).
#pragma once

#include <cstdint>

#include "core/numeric/format.h"

namespace poscope {

/// (2 pair + 0.4 d) / (1.4 d): what a pair's part of the score is multiplied with in 512 tokens.
[[nodiscard]] double xposDecay(std::int64_t pair, std::int64_t dim);

struct XposStages {
  Rounding position;
  Rounding operation;  ///< Position / 512, the power, its inverse.
  Rounding scale;      ///< In which the scales of queries and keys are kept.
};

/// What the newest of some tokens and an earlier one multiply a pair by together: decay^(m / 512)
/// as stored times the stored decay^(-n / 512), where m and n count from the middle of the context.
class XposPair {
 public:
  XposPair(double decay, const XposStages& stages, std::int64_t context);

  [[nodiscard]] double stored(double distance) const;

 private:
  [[nodiscard]] double scale(double position) const;  ///< Before it is kept.

  double decay_;
  XposStages stages_;
  double query_;  ///< The position of the newest token.
  double queryScale_;
};

/// decay^(distance / 512): the position drops out.
[[nodiscard]] double xposExact(double decay, double distance);

}  // namespace poscope
