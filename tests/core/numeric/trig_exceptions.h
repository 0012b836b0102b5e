// The fp32 angles in [0, 2^24] whose sine or cosine, rounded to fp32 by way of double, is not the
// correctly rounded one: found by scripts/trig-sweep over all of them. Negative angles mirror them.
#pragma once

#include <array>

namespace poscope::test {

enum class TrigFunction { sine, cosine };

struct TrigException {
  TrigFunction function;
  float angleRad;
  float given;
  float correct;
};

inline constexpr std::array<TrigException, 1> kTrigExceptions{{
    // The double nearest to the sine is itself the midpoint of these two floats.
    {TrigFunction::sine, 0x1.33333p+13f, -0x1.63f4bcp-2f, -0x1.63f4bap-2f},  // 9830.3984375
}};

}  // namespace poscope::test
