// Integers as doubles inside row loops.
#pragma once

#include <bit>
#include <cstdint>

#include "core/base/host_device.h"

namespace poscope {

/// `i` as a double, exact for |i| < 2^51. AVX2 has no 64-bit integer conversion: the integer is
/// added to the bits of 1.5 * 2^52, whose last bit weighs one.
POSCOPE_HD double exactDouble(std::int64_t i) {
  constexpr double kMagic = 6755399441055744.0;  // 1.5 * 2^52
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(kMagic) + i) - kMagic;
}

}  // namespace poscope
