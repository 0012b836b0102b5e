// The reference of the trig checks: sine and cosine in quad precision (113 bits, GCC's
// libquadmath).
#pragma once

#ifdef POSCOPE_HAVE_QUADMATH

#include <quadmath.h>

#include "core/numeric/trig.h"

namespace poscope::test {

__extension__ typedef __float128 Quad;

struct QuadSineCosine {
  Quad sine;
  Quad cosine;
};

inline QuadSineCosine quadSineCosine(double angleRad) {
  QuadSineCosine both{};
  sincosq(angleRad, &both.sine, &both.cosine);
  return both;
}

// Rounded once, from 113 bits to 24.
inline SineCosineFloat correctlyRounded(double angleRad) {
  const QuadSineCosine both = quadSineCosine(angleRad);
  return {static_cast<float>(both.sine), static_cast<float>(both.cosine)};
}

// |value - reference| of both functions.
inline SineCosine absoluteError(double angleRad, const SineCosine& value) {
  const QuadSineCosine both = quadSineCosine(angleRad);
  return {static_cast<double>(fabsq(value.sine - both.sine)),
          static_cast<double>(fabsq(value.cosine - both.cosine))};
}

// The double next to quarters * pi/4: even numbers give the worst cancellation of the reduction,
// odd ones the largest reduced angle.
inline double nearQuarterPi(std::int64_t quarters) {
  return static_cast<double>(static_cast<Quad>(quarters) * (acosq(0) / 2));
}

}  // namespace poscope::test

#endif
