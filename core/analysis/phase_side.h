// One sinusoid or rope recipe with everything that the passes of its verdicts need.
#pragma once

#include <algorithm>

#include "core/analysis/phase_rows.h"
#include "core/analysis/verdict.h"

namespace poscope {

/// Rows that one piece of work takes.
inline constexpr std::int64_t kPhaseTileRows = 1024;
/// Of a tile at once: they stay in the cache.
inline constexpr std::int64_t kPhaseBlockRows = 64;

struct PhaseSide {
  PhasePipeline pipeline;
  RotationStages rotation;
  Rounding storedTable;  ///< Of table, then of rotation where that is coarser.
  std::int64_t start;
  std::int64_t context;

  [[nodiscard]] std::int64_t tiles() const {
    return (context + kPhaseTileRows - 1) / kPhaseTileRows;
  }
  [[nodiscard]] std::int64_t tileRows(std::int64_t tile) const {
    return std::min(kPhaseTileRows, context - tile * kPhaseTileRows);
  }
  [[nodiscard]] std::int64_t pairs() const {
    return static_cast<std::int64_t>(pipeline.frequencies.size());
  }
};

}  // namespace poscope
