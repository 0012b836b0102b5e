// ALiBi: a bias of -slope * distance per head (Press, Smith, Lewis 2022; PIPELINES 5).
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/format.h"

namespace poscope {

/// How an implementation writes the slopes (PIPELINES 5.1). The forms agree to some units in the
/// last place of fp32; the formula is the same.
enum class SlopeForm {
  press,  ///< In double, then stored: Press et al., Baichuan, GPT-NeoX, flash-attn.
  pow32,  ///< fp32 powers of an fp32 base: BLOOM, Falcon.
  mpt,    ///< 1 / 2^(k * max / n') in fp32, every second one first.
  ggml,   ///< powf of two fp32 bases: llama.cpp.
};

/// The `heads` slopes, head 0 first: 2^(-maxBias (h+1) / n) for n a power of two, else the slopes
/// of the power of two c below n, then every second slope of 2c. heads >= 1, maxBias > 0 (8
/// everywhere but in MPT configs, which call it alibi_bias_max). `press` gives doubles, the others
/// fp32 values.
[[nodiscard]] std::vector<double> alibiSlopes(std::int64_t heads, double maxBias = 8,
                                              SlopeForm form = SlopeForm::press);

/// Which position the slope is multiplied with.
enum class AlibiIndex {
  absolute,  ///< Key index j: softmax hides the row constant slope * i in exact arithmetic only.
  relative,  ///< j - i, zero at the query.
  lastKey,   ///< j - (N - 1), zero at the last key whatever the query.
};

/// Formats of the four stages and the index, as one implementation takes them. The index is
/// key - queryWeight * query - anchor.
struct AlibiStages {
  double queryWeight = 1;
  double anchor = 0;
  Rounding slope;
  Rounding position;
  Rounding product;
  Rounding bias;
};

/// `stages` with an index of `keys` keys.
[[nodiscard]] inline AlibiStages withIndex(AlibiStages stages, AlibiIndex index,
                                           std::int64_t keys) {
  stages.queryWeight = index == AlibiIndex::relative ? 1.0 : 0.0;
  stages.anchor = index == AlibiIndex::lastKey ? static_cast<double>(keys - 1) : 0.0;
  return stages;
}

/// The bias as the implementation stores it, for query i and key j; `slope` as its SlopeForm gives
/// it.
POSCOPE_HD double alibiStored(const AlibiStages& stages, double slope, double query, double key) {
  const double index = key - stages.queryWeight * query - stages.anchor;
  const double product = stageProduct(stages.product, stageValue(stages.slope, slope),
                                      stageValue(stages.position, index));
  return stageValue(stages.bias, product);
}

/// The exact constant of row i that an implementation's bias carries and softmax removes: slope * i
/// for an absolute index, 0 for a relative one. `slope` is the exact one.
POSCOPE_HD double alibiRowConstant(const AlibiStages& stages, double slope, double query) {
  return slope * ((1 - stages.queryWeight) * query - stages.anchor);
}

}  // namespace poscope
