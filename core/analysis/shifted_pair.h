// A shift of positions is a rotation of every pair (Vaswani et al. 2017, section 3.5: PE(p + k) is
// a linear function of PE(p)). How well the numbers that a table holds keep to it.
#pragma once

#include <cstdint>

#include "core/numeric/format.h"
#include "core/numeric/trig.h"

namespace poscope {

struct ShiftedPair {
  SineCosine here;      ///< What the table holds for the position,
  SineCosine turned;    ///< that turned by shift * frequency, in fp64,
  SineCosine there;     ///< and what the table holds for the position + shift.
  double residual = 0;  ///< The larger difference of the sines and of the cosines of the last two.
};

/// One pair of `inverseFrequency` (radians a token). Angles, sines and cosines are those of fp64;
/// `table` rounds what is stored. Positions and their sum below 2^51.
[[nodiscard]] ShiftedPair shiftedPair(std::int64_t position, std::int64_t shift,
                                      double inverseFrequency, const Rounding& table);

}  // namespace poscope
