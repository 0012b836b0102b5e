// ALiBi: a bias of -slope * distance per head (Press, Smith, Lewis 2022; PIPELINES 5).
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/format.h"

namespace poscope {

/// The `heads` slopes in double, head 0 first (Press et al., get_slopes): 2^(-maxBias (h+1) / n)
/// for n a power of two, else the slopes of the power of two c below n, then every second slope of
/// 2c. heads >= 1, maxBias > 0 (8 everywhere but in MPT configs, which call it alibi_bias_max).
[[nodiscard]] std::vector<double> alibiSlopes(std::int64_t heads, double maxBias = 8);

/// Which position the slope is multiplied with.
enum class AlibiIndex {
  absolute,  ///< Key index j: softmax hides the row constant slope * i in exact arithmetic only.
  relative,  ///< j - i, zero at the query.
};

/// The weight of the query in an index.
[[nodiscard]] inline double queryWeightOf(AlibiIndex index) {
  return index == AlibiIndex::absolute ? 0.0 : 1.0;
}

/// Formats of the four stages and the index, as one implementation takes them.
struct AlibiStages {
  double queryWeight = 1;  ///< 1 for a relative index, 0 for an absolute one: key - weight * query.
  Rounding slope;
  Rounding position;
  Rounding product;
  Rounding bias;
};

/// The bias as the implementation stores it, for query i and key j with an exact slope.
POSCOPE_HD double alibiStored(const AlibiStages& stages, double slope, double query, double key) {
  const double index = key - stages.queryWeight * query;
  const double product = stageProduct(stages.product, stageValue(stages.slope, slope),
                                      stageValue(stages.position, index));
  return stageValue(stages.bias, product);
}

/// The exact constant of row i that an implementation's bias carries and softmax removes: slope * i
/// for an absolute index, 0 for a relative one.
POSCOPE_HD double alibiRowConstant(const AlibiStages& stages, double slope, double query) {
  return (1 - stages.queryWeight) * (slope * query);
}

}  // namespace poscope
