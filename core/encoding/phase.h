// The pipeline position -> angle -> (sin, cos) with a number format at each stage (PIPELINES 0, P0
// to P6). It is the whole of a sinusoidal table, and the first half of RoPE.
#pragma once

#include "core/numeric/format.h"
#include "core/numeric/trig.h"

namespace poscope {

struct PhaseStages {
  Rounding position;
  Rounding frequency;  ///< Applied when the frequency table is made (inverseFrequencies), not here.
  Rounding angle;
  Rounding table;
};

/// angle = position * frequency, radians; both already rounded by their stages.
POSCOPE_HD double phaseAngle(const PhaseStages& stages, double position, double frequency) {
  return stageProduct(stages.angle, position, frequency);
}

/// The position as the stage holds it.
POSCOPE_HD double phasePosition(const PhaseStages& stages, double position) {
  return roundTo(stages.position, position);
}

/// (sin, cos) as the table stores them.
POSCOPE_HD SineCosine phaseTable(const PhaseStages& stages, double position, double frequency) {
  const SineCosine exact =
      sineCosine(phaseAngle(stages, phasePosition(stages, position), frequency));
  return {stageValue(stages.table, exact.sine), stageValue(stages.table, exact.cosine)};
}

/// Where a channel of a table comes from.
enum class TableLayout {
  interleaved,   ///< Channel 2i is sin of pair i, 2i+1 its cos (Vaswani 2017).
  concatenated,  ///< All sin, then all cos (tensor2tensor, fairseq).
  rope,          ///< All cos, then all sin: the two halves of a RoPE cache (vLLM's order).
};

struct Channel {
  std::int64_t pair;
  bool isSine;
};

/// Channel c of `dim` channels; dim even, 0 <= c < dim.
POSCOPE_HD Channel channelOf(TableLayout layout, std::int64_t dim, std::int64_t c) {
  const std::int64_t half = dim / 2;
  const bool first = c < half;
  const std::int64_t halves = first ? c : c - half;
  const bool interleaved = layout == TableLayout::interleaved;
  const bool sine = interleaved ? (c & 1) == 0 : first == (layout == TableLayout::concatenated);
  return {interleaved ? c / 2 : halves, sine};
}

}  // namespace poscope
