// The pipeline position -> angle -> (sin, cos) with a number format at each stage (PIPELINES 0, P0
// to P7). It is the whole of a sinusoidal table, and the first half of RoPE.
#pragma once

#include "core/numeric/format.h"
#include "core/numeric/trig.h"

namespace poscope {

struct PhaseStages {
  Rounding position;
  Rounding frequency;  ///< Applied when the frequency table is made, not here.
  Rounding angle;
  Rounding table;

  // How positions are made (PIPELINES 8.3): torch.arange on a CPU with W lanes rounds the first
  // number of each block of W and adds the lane's offset to it. One lane is plain rounding.
  double laneShift = 0;                   ///< (W - 1) / 2.
  double laneMagic = 6755399441055744.0;  ///< 1.5 * 2^52 * W.
  double laneEnd = 0;  ///< From here on the scalar tail of the kernel: plain rounding.

  double divisor = 1;      ///< Linear scaling that divides positions (HF up to 4.37).
  double factor = 1;       ///< Linear scaling that multiplies positions (Megatron).
  double tableFactor = 1;  ///< cos and sin are multiplied by it before they are stored (YaRN).
  double thetaScale = 0;   ///< Over 0: angles come from the recurrence (recurrentAngle).
};

/// `stages` whose positions are made by torch.arange(total) on a CPU with `lanes` (a power of two).
[[nodiscard]] inline PhaseStages withLanes(PhaseStages stages, std::int64_t lanes,
                                           std::int64_t total) {
  const auto width = static_cast<double>(lanes);
  stages.laneShift = (width - 1) / 2;
  stages.laneMagic = 6755399441055744.0 * width;
  const std::int64_t rest = total % (2 * lanes);
  stages.laneEnd = static_cast<double>(total - rest);
  return stages;
}

/// The position as the stage holds it, after a scaling of positions.
POSCOPE_HD double phasePosition(const PhaseStages& stages, double position) {
  // The largest multiple of W not above the position: positions are integers, so the nearest
  // multiple of (position - (W - 1) / 2).
  const double block = ((position - stages.laneShift) + stages.laneMagic) - stages.laneMagic;
  const double first = position < stages.laneEnd ? block : position;
  const double made =
      roundTo(stages.position, roundTo(stages.position, first) + (position - first));
  return stageProduct(stages.position, stageQuotient(stages.position, made, stages.divisor),
                      stages.factor);
}

/// angle = position * frequency, radians; both already rounded by their stages.
POSCOPE_HD double phaseAngle(const PhaseStages& stages, double position, double frequency) {
  return stageProduct(stages.angle, position, frequency);
}

/// theta of the next pair.
POSCOPE_HD double recurrentStep(const PhaseStages& stages, double theta) {
  return static_cast<double>(static_cast<float>(theta) * static_cast<float>(stages.thetaScale));
}

/// llama.cpp: theta_0 = position, theta_i = fp32(theta_(i-1) * thetaScale); `factor` is what a
/// scaling multiplies the angle of the pair with (1 without).
POSCOPE_HD double recurrentAngle(const PhaseStages& stages, double position, double factor,
                                 std::int64_t pair) {
  double theta = position;
  for (std::int64_t i = 0; i < pair; ++i) {
    theta = recurrentStep(stages, theta);
  }
  return stageProduct(stages.angle, theta, factor);
}

/// (sin, cos) of an angle as the table stores them.
POSCOPE_HD SineCosine phaseEntry(const PhaseStages& stages, double angle) {
  const SineCosine exact = sineCosine(angle);
  return {stageProduct(stages.table, exact.sine, stages.tableFactor),
          stageProduct(stages.table, exact.cosine, stages.tableFactor)};
}

/// Angles by one product, what all code but llama.cpp does.
struct DirectAngle {
  POSCOPE_HD static double of(const PhaseStages& stages, double position, double frequency,
                              std::int64_t) {
    return phaseAngle(stages, position, frequency);
  }
};

/// Angles by the recurrence where a side asks for it. A loop in each cell: a body of its own, so
/// that the direct one stays a straight line.
struct RecurrentAngle {
  POSCOPE_HD static double of(const PhaseStages& stages, double position, double frequency,
                              std::int64_t pair) {
    return stages.thetaScale > 0 ? recurrentAngle(stages, position, frequency, pair)
                                 : phaseAngle(stages, position, frequency);
  }
};

/// (sin, cos) as the table stores them; `pair` counts for the recurrence only.
template <typename Angle>
POSCOPE_HD SineCosine phaseTableBy(const PhaseStages& stages, double position, double frequency,
                                   std::int64_t pair) {
  return phaseEntry(stages, Angle::of(stages, phasePosition(stages, position), frequency, pair));
}

POSCOPE_HD SineCosine phaseTable(const PhaseStages& stages, double position, double frequency) {
  return phaseTableBy<DirectAngle>(stages, position, frequency, 0);
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
