// Sine and cosine of an angle in radians: one double-precision body for scalar code, vector code
// and CUDA. No libm call, no table, no branch, no fused multiply-add, so every way to compile it
// gives the same bits.
//
// Sources of the formulas: the reduction is Cody and Waite's (Software Manual for the Elementary
// Functions, 1980, chapter 8) with three parts of pi/2; the arrangement of the two kernels, with a
// tail of the reduced angle, is that of Ng's argument-reduction paper (1992) and of fdlibm; the
// coefficients are minimax (Remez in 200 bits, rounded one after the other).
#pragma once

#include <bit>
#include <cstdint>

#include "core/base/host_device.h"

namespace poscope {

struct SineCosine {
  double sine;
  double cosine;
};

struct SineCosineFloat {
  float sine;
  float cosine;
};

// The promised range of sineCosine in radians, and the bound of its absolute error there, 1.11e-16
// (largest error found against quad precision: 0.92 * 2^-53).
inline constexpr double kTrigMaxAngle = 2147483648.0;
inline constexpr double kTrigMaxError = 0x1p-53;

// From here on neighbouring doubles lie a quarter of a radian or more apart: no angle is left.
inline constexpr double kTrigNoAngle = 0x1p50;

namespace trig_detail {

// x = k * pi/2 + high - negativeTail, |high| <= pi/4 and a little; quadrant = k in its low bits.
struct ReducedAngle {
  double high;
  double negativeTail;
  std::uint64_t quadrant;
};

POSCOPE_HD ReducedAngle reduce(double angleRad) {
  // Scaling up and down again is exact, and overflows for just what kTrigNoAngle rules out; the
  // infinity becomes NaN below. One multiplication instead of a comparison and a select.
  constexpr double kScale = 0x1p974;
  static_assert(kTrigNoAngle == 0x1p1023 / kScale * 2.0);
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  // Adding 1.5 * 2^52 rounds to an integer, ties to even, and leaves that integer in the low bits.
  constexpr double kRoundToInteger = 0x1.8p52;
  // Two parts of 21 bits and a third of 53. |k| < 2^31, so k times either of the first two is
  // exact; both subtractions are exact as well (the first by Sterbenz' lemma; the result of the
  // second is below 1 and a multiple of 2^-53 or of the angle's last bit). What remains is one
  // rounding of k * third (2^-67).
  constexpr double kFirst = 0x1.921fbp+0;
  constexpr double kSecond = 0x1.5110bp-22;
  constexpr double kThird = 0x1.18469898cc517p-44;

  const double shifted = (angleRad * kScale) * (kTwoOverPi / kScale) + kRoundToInteger;
  const double k = shifted - kRoundToInteger;
  const double exact = (angleRad - k * kFirst) - k * kSecond;
  const double third = k * kThird;
  const double high = exact - third;
  return {high, third - (exact - high), std::bit_cast<std::uint64_t>(shifted)};
}

// sin(high - negativeTail). The form with a subtracted tail keeps the sign of zero.
POSCOPE_HD double sineKernel(double high, double negativeTail, double square) {
  double p = -0x1.5d93a586b7909p-33;
  p = p * square + 0x1.ae5e68a1f0a44p-26;
  p = p * square + -0x1.71de357b1e840p-19;
  p = p * square + 0x1.a01a019c161b5p-13;
  p = p * square + -0x1.111111110f8a6p-7;
  p = p * square + 0x1.5555555555549p-3;
  return high - (high * square * p + negativeTail);
}

// cos(high - negativeTail); 1 - square / 2 is carried with its rounding error.
POSCOPE_HD double cosineKernel(double high, double negativeTail, double square) {
  double p = -0x1.8fb1309c01617p-37;
  p = p * square + 0x1.1ee9f15205159p-29;
  p = p * square + -0x1.27e4f812b5e83p-22;
  p = p * square + 0x1.a01a019cbf624p-16;
  p = p * square + -0x1.6c16c16c1521fp-10;
  p = p * square + 0x1.555555555554cp-5;
  const double half = 0.5 * square;
  const double leading = 1.0 - half;
  const double lost = (1.0 - leading) - half;
  return leading + (lost + (square * square * p + high * negativeTail));
}

}  // namespace trig_detail

// Both functions of an angle in radians.
// |angleRad| <= kTrigMaxAngle: absolute error at most kTrigMaxError; sine is odd (also in the sign
// of zero) and cosine even, bit for bit. From there to kTrigNoAngle: finite and within [-1, 1], but
// accuracy fades and is not promised. From kTrigNoAngle on, infinities and NaN: NaN twice.
POSCOPE_HD SineCosine sineCosine(double angleRad) {
  const trig_detail::ReducedAngle r = trig_detail::reduce(angleRad);
  const double square = r.high * r.high;
  const double s = trig_detail::sineKernel(r.high, r.negativeTail, square);
  const double c = trig_detail::cosineKernel(r.high, r.negativeTail, square);

  // Odd quadrants swap the two; sine is negative in quadrants 2 and 3, cosine in 1 and 2. All by
  // bit operations: scalar code would turn a select into a branch.
  constexpr std::uint64_t kSign = 0x8000000000000000u;
  const std::uint64_t highBit = r.quadrant << 62;
  const std::uint64_t lowBit = r.quadrant << 63;
  // All ones in odd quadrants. Neither a negated bit nor a shifted sign: GCC 14 makes a number of
  // one bit of those, for which it has no vectors.
  const std::uint64_t odd = ~((r.quadrant | ~std::uint64_t{1}) + 1);
  const auto sBits = std::bit_cast<std::uint64_t>(s);
  const auto cBits = std::bit_cast<std::uint64_t>(c);
  const std::uint64_t swapped = (sBits ^ cBits) & odd;
  return {std::bit_cast<double>(sBits ^ swapped ^ (highBit & kSign)),
          std::bit_cast<double>(cBits ^ swapped ^ ((highBit ^ lowBit) & kSign))};
}

// The same rounded once to fp32: the correctly rounded value for every fp32 angle up to 2^24 except
// those listed in tests/core/numeric/trig_exceptions.h.
POSCOPE_HD SineCosineFloat sineCosineFloat(double angleRad) {
  const SineCosine both = sineCosine(angleRad);
  return {static_cast<float>(both.sine), static_cast<float>(both.cosine)};
}

POSCOPE_HD float sineFloat(float angleRad) {
  return sineCosineFloat(static_cast<double>(angleRad)).sine;
}

POSCOPE_HD float cosineFloat(float angleRad) {
  return sineCosineFloat(static_cast<double>(angleRad)).cosine;
}

}  // namespace poscope
