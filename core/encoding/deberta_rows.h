// Which row of DeBERTa's table of relative positions a distance takes (He et al. 2021, arXiv
// 2006.03654, equation 3; logarithmic buckets of v2 and v3: PIPELINES 6.3).
#pragma once

#include <cstdint>

namespace poscope {

struct DebertaRows {
  std::int64_t span = 512;  ///< k >= 2, even where there are buckets: the table has 2 k rows.
  /// Over span / 2 + 1: distances from span / 2 on share logarithmic buckets, up to this one. 0:
  /// every distance within the span has a row of its own.
  std::int64_t maxPosition = 0;
};

/// Row 0..2 k - 1 of a distance, query minus key: distance + k, clipped. The logarithm of buckets
/// is that of fp32 tensors (transformers); with Python's doubles (Microsoft) they are the same up
/// to 1024.
[[nodiscard]] std::int64_t debertaRow(const DebertaRows& rows, std::int64_t distance);

}  // namespace poscope
