// Where a rotation does not fit: widths that make no pairs, tables that end, positions beyond a
// format's integers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/phase_rows.h"

namespace poscope {

/// What code makes of a rotary width, as transformers' LlamaRotaryEmbedding and rotate_half do.
struct RotaryWidth {
  std::int64_t width = 0;
  std::int64_t frequencies = 0;  ///< Of arange(0, width, 2): half the width, rounded up.
  std::int64_t table = 0;        ///< Two columns for each of them.
  std::int64_t lowHalf = 0;      ///< x[:width // 2],
  std::int64_t highHalf = 0;     ///< and x[width // 2:].
  std::int64_t even = 0;         ///< The widest part of the head that makes pairs.

  /// Whether the table and both halves fit the head.
  [[nodiscard]] bool fits() const { return table == width && lowHalf == highHalf; }
};
/// `width` >= 0.
[[nodiscard]] RotaryWidth rotaryWidth(std::int64_t width);

/// How many rows from the first one on are the same to the bit in both tables; at most as many as
/// the shorter one has.
[[nodiscard]] std::int64_t equalRows(const PhaseRows& one, const PhaseRows& other);

/// Positions of one octave, as a format holds them.
struct OctaveLoss {
  std::int64_t first = 0;  ///< A power of two, or 0.
  std::int64_t last = 0;
  double spacing = 0;       ///< Between neighbours of the format from `first` on.
  double largestError = 0;  ///< Tokens.
  std::int64_t distinct = 0;
  std::int64_t lost = 0;  ///< Positions that become no finite number; they count nowhere else.
};
/// Octaves from the one of `first` (a power of two, or 0) to the one of `last`, which ends there.
/// Every position of them is looked at.
[[nodiscard]] std::vector<OctaveLoss> octaveLosses(const NumberFormat& format, std::int64_t first,
                                                   std::int64_t last);

/// The first position from `first` to `last` that the format turns into no finite number; -1 where
/// there is none.
[[nodiscard]] std::int64_t firstLostPosition(const NumberFormat& format, std::int64_t first,
                                             std::int64_t last);

}  // namespace poscope
