// T5's buckets: near distances have one each, far ones share, and a table has a bias for each
// bucket and head (Raffel et al. 2020; PIPELINES 6.1).
#pragma once

#include <cstdint>

namespace poscope {

struct T5Buckets {
  std::int64_t buckets = 32;       ///< >= 4; of both directions together.
  std::int64_t maxDistance = 128;  ///< From there on all distances share the last bucket.
  /// Keys after the query have buckets of their own, the upper half. Else the model is causal.
  bool bidirectional = false;

  /// Buckets of one direction.
  [[nodiscard]] std::int64_t oneWay() const { return bidirectional ? buckets / 2 : buckets; }
  /// Distances 0..alone()-1 have a bucket each.
  [[nodiscard]] std::int64_t alone() const { return oneWay() / 2; }
  /// The logarithm between alone() and maxDistance exists.
  [[nodiscard]] bool valid() const { return alone() >= 1 && maxDistance > alone(); }
};

/// The bucket of a distance, query minus key: negative for keys after the query. The logarithm is
/// that of fp32 tensors, as the code that models were trained with has it.
[[nodiscard]] std::int64_t t5Bucket(const T5Buckets& t5, std::int64_t distance);

}  // namespace poscope
