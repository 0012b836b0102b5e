// Number formats as a table, and the one body that rounds to any of them.
// Sources: IEEE 754-2019 (binary16/32/64), bfloat16 and tf32 as truncated binary32, OCP 8-bit
// formats e4m3fn and e5m2 (PIPELINES 8.1), their fnuz variants, the OCP microscaling formats e8m0,
// e3m2, e2m3 and e2m1 as ml_dtypes has them. int8 and int4 are scaled integers, symmetric around
// zero; int16 holds integers as they are.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/host_device.h"

namespace poscope {

enum class FormatKind {
  floating,
  integer,        ///< The integers themselves, without a scale (int16).
  scaledInteger,  ///< Multiples of a step that a quantiser chooses (int8, int4).
};

enum class Sign {
  separate,    ///< A sign bit before the magnitude.
  complement,  ///< Two's complement.
  none,        ///< No negative numbers: they are NaN (e8m0fnu).
};

enum class Zero {
  both,      ///< +0 and -0.
  positive,  ///< One zero; a negative number that rounds to it loses its sign.
  none,      ///< No zero: it is NaN, and what is smaller than the smallest number becomes that.
};

/// Which codes of a format are not numbers.
enum class SpecialValues {
  ieee,             ///< Largest exponent: infinity (fraction 0) and NaN.
  nanLast,          ///< No infinity; only the all-ones code is NaN (e4m3fn, e8m0fnu).
  nanNegativeZero,  ///< No infinity; the code that would be -0 is NaN (fnuz).
  none,             ///< Every code is a number: NaN cannot be stored and is lost.
};

/// What a format itself makes of numbers beyond its largest one.
enum class Beyond {
  infinity,
  nan,
  largest,  ///< The largest one: it saturates.
  wraps,    ///< Modulo 2^bits, as integers are cast.
};

/// Where a number between two neighbours goes that is equally near to both.
enum class Ties {
  even,
  up,  ///< Away from zero: without a fraction no neighbour is even (IEEE 754-2019, 4.3.1).
};

/// What happens beyond the largest finite number: as the format's row says, or the largest one.
enum class Overflow { ofFormat, saturate };

/// Where a format is offered; bits of a mask.
enum FormatPlace : unsigned {
  kAtPosition = 1U << 0U,   ///< A position or an index.
  kAtOperation = 1U << 1U,  ///< Frequencies, slopes, angles, products, rotations, scores.
  kAtStorage = 1U << 2U,    ///< A table of sines and cosines, or a bias.
  kAtModel = 1U << 3U,      ///< The type that a whole model is in.
  kAtProduct = 1U << 4U,    ///< What tensor cores make of operands.
  kAtCompared = 1U << 5U,   ///< The second format of a comparison of positions.
  kEverywhere = kAtPosition | kAtOperation | kAtStorage | kAtModel | kAtCompared,
};

/// One row of the table; everything else is derived from it.
struct NumberFormat {
  std::string_view id;     ///< As in links and data: "bf16", "e4m3fn".
  std::string_view label;  ///< As on screen: "e4m3".
  FormatKind kind = FormatKind::floating;
  int storageBits = 0;   ///< Bits that memory holds (tf32: 32, of which 19 are used).
  int exponentBits = 0;  ///< 0 for integers.
  int fractionBits = 0;  ///< Stored fraction bits; for integers the bits below the sign.
  int bias = 0;          ///< value = 1.f * 2^(field - bias).
  Sign sign = Sign::separate;
  Zero zero = Zero::both;
  SpecialValues specials = SpecialValues::ieee;
  Beyond beyond = Beyond::infinity;
  Ties ties = Ties::even;
  unsigned offered = kEverywhere;     ///< Where it can be picked: a mask of FormatPlace.
  unsigned first = 0;                 ///< Where it is one of the few that are shown first.
  std::string_view torch = {};        ///< torch.<name>; empty where torch has no such type.
  std::string_view mlDtypes = {};     ///< As ml_dtypes or NumPy spells it; empty where none does.
  std::string_view config = {};       ///< One more word of config.json: "half".
  std::string_view safetensors = {};  ///< "BF16"; empty where the file format has no such type.
  std::string_view npy = {};          ///< "f4", without the byte order; empty where NumPy has none.

  [[nodiscard]] constexpr int signBits() const { return sign == Sign::none ? 0 : 1; }
  [[nodiscard]] constexpr int codeBits() const { return signBits() + exponentBits + fractionBits; }
  [[nodiscard]] constexpr bool hasInfinity() const { return specials == SpecialValues::ieee; }
  [[nodiscard]] constexpr bool hasNan() const { return specials != SpecialValues::none; }
};

/// All formats, from the widest to the narrowest. Adding a format is one row in format.cpp.
[[nodiscard]] std::span<const NumberFormat> numberFormats();

/// The format of an id ("bf16"); nullptr when there is none. "e4m3" is accepted for "e4m3fn".
[[nodiscard]] const NumberFormat* findFormat(std::string_view id);

/// The format that a config.json or a framework calls `word` ("bfloat16", "half"); nullptr when it
/// is none or an integer's.
[[nodiscard]] const NumberFormat* findFormatByDtype(std::string_view word);

/// The ids of the formats that are offered at one of `places`, in the order of the table;
/// `firstOnly`: of the few that are shown first there.
[[nodiscard]] std::vector<std::string> formatsAt(unsigned places, bool firstOnly = false);

/// What the rounding body needs of a format; plain data, shared with the GPU. All of it is numbers
/// and masks, no truth value: GCC does not vectorise a select by a condition that the loop leaves
/// alone.
struct Rounding {
  std::int64_t precision = 53;     ///< Significand bits with the hidden one.
  double lowestPower = 0x1p-1022;  ///< Power of two of the smallest normal number.
  double highestPower = 0x1p1023;  ///< That of the largest finite number.
  double magicFactor = 1.5;        ///< 1.5 * 2^(53 - precision).
  double smallest = 0;  ///< Least result: the smallest number without a zero, else -infinity.
  double top = 0;       ///< The last double that is stored as a finite number,
  double aboveTop = 0;  ///< and what all greater ones are stored as.
  double bottom = 0;    ///< The same downwards.
  double belowBottom = 0;
  double scale = 1;            ///< Value of one step of a scaled integer; 1 for other formats.
  double inverseScale = 1;     ///< 1 / scale: quantisers multiply by it.
  double wrapMagic = 0;        ///< 2^53 times the period of a format that wraps.
  std::uint64_t zeroSign = 0;  ///< The sign bit where -0 is a number, else 0.
  std::uint64_t wrapMask = 0;  ///< All ones where it wraps, else 0.
  std::uint64_t exactMask = ~std::uint64_t{0};  ///< fp64, nothing is rounded: all ones; else 0.

  [[nodiscard]] bool exact() const { return exactMask != 0; }
};

/// `whenExact` where the format rounds nothing, else `rounded`, by bits.
POSCOPE_HD double selectExact(const Rounding& format, double whenExact, double rounded) {
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(whenExact) & format.exactMask) |
                               (std::bit_cast<std::uint64_t>(rounded) & ~format.exactMask));
}

/// `scale` > 0 is the step of a scaled integer (value = code * scale) and must be 1 for all other
/// formats.
[[nodiscard]] Rounding roundingOf(const NumberFormat& format,
                                  Overflow overflow = Overflow::ofFormat, double scale = 1);

/// The step with which a symmetric quantiser stores values up to `largestMagnitude`: that over 127
/// (int8) or 7 (int4); 1 for other formats.
[[nodiscard]] double symmetricScale(const NumberFormat& format, double largestMagnitude);

/// `x` rounded to the nearest number of the format, ties as its row says, once. NaN stays NaN, also
/// where the format has no code for it: it is lost. The sign of zero stays where the format has
/// one.
POSCOPE_HD double roundTo(const Rounding& format, double x) {
  constexpr std::uint64_t kSign = 0x8000000000000000ULL;
  constexpr std::uint64_t kExponent = 0x7FF0000000000000ULL;
  const double y = x * format.inverseScale;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(y);
  // 1. The power of two at or below |y|, within the format's exponents.
  double power = std::bit_cast<double>(bits & kExponent);
  power = power < format.lowestPower ? format.lowestPower : power;
  power = power > format.highestPower ? format.highestPower : power;
  // 2. A format that wraps takes the nearest multiple of its period away first. The magic number is
  // on the other side of zero, so that y minus it lies in the octave whose last bit is the period;
  // |y| beyond that octave is a multiple of the period itself. (Between 2^122 and 2^123 only
  // numbers that a float holds.)
  const double turn =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(format.wrapMagic) | (bits & kSign));
  const double turns = (y - turn) + turn;
  const double within =
      y - std::bit_cast<double>(std::bit_cast<std::uint64_t>(turns) & format.wrapMask);
  // 3. Adding and taking away 1.5 * 2^(q+52) leaves the nearest multiple of 2^q, the value of the
  // format's last bit at y.
  const double magic = power * format.magicFactor;
  const double rounded = (within + magic) - magic;
  const double kept = rounded < format.smallest ? format.smallest : rounded;
  // Only a zero has lost its sign.
  const double signedValue =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(kept) |
                            (std::bit_cast<std::uint64_t>(within) & format.zeroSign));
  // 4. The ends, by the number before it was rounded.
  const double low = within < format.bottom ? format.belowBottom : signedValue;
  const double stored = within > format.top ? format.aboveTop : low;
  return selectExact(format, x, stored * format.scale);
}

/// `a * b` as a stage of a pipeline computes it: operands widened to fp32, the product in fp32,
/// rounded once to the stage's format; in fp64 for fp64 stages. The product of two fp32 numbers is
/// exact in double, so rounding it to float is the fp32 product.
POSCOPE_HD double stageProduct(const Rounding& format, double a, double b) {
  const double narrow = static_cast<double>(static_cast<float>(
      static_cast<double>(static_cast<float>(a)) * static_cast<double>(static_cast<float>(b))));
  return selectExact(format, a * b, roundTo(format, narrow));
}

/// `a / b` likewise. The quotient of two fp32 numbers, rounded to double and then to float, is the
/// fp32 quotient (53 >= 2 * 24 + 2).
POSCOPE_HD double stageQuotient(const Rounding& format, double a, double b) {
  const double narrow = static_cast<double>(static_cast<float>(
      static_cast<double>(static_cast<float>(a)) / static_cast<double>(static_cast<float>(b))));
  return selectExact(format, a / b, roundTo(format, narrow));
}

/// `a + b` likewise.
POSCOPE_HD double stageSum(const Rounding& format, double a, double b) {
  const double narrow = static_cast<double>(static_cast<float>(
      static_cast<double>(static_cast<float>(a)) + static_cast<double>(static_cast<float>(b))));
  return selectExact(format, a + b, roundTo(format, narrow));
}

/// A function value as a stage stores it: rounded to fp32 first (the function is computed in fp32),
/// then to the stage's format.
POSCOPE_HD double stageValue(const Rounding& format, double value) {
  const double narrow = static_cast<double>(static_cast<float>(value));
  return selectExact(format, value, roundTo(format, narrow));
}

/// Other directions than to nearest, for the `formats` page and `poscope round`.
enum class Direction { nearestEven, towardZero, upward, downward };
[[nodiscard]] double roundToward(const NumberFormat& format, double x, Direction direction,
                                 Overflow overflow = Overflow::ofFormat, double scale = 1);

/// The code that stores `value`, which must be a number of the format (roundTo gives one). NaN
/// gives the format's quiet NaN, and 0 where it has none (ask hasNan); integers are two's
/// complement.
[[nodiscard]] std::uint64_t encode(const NumberFormat& format, double value, double scale = 1);

/// The value of a code; only the lowest codeBits() count.
[[nodiscard]] double decode(const NumberFormat& format, std::uint64_t code, double scale = 1);

/// The largest number of the format below `x`, and the smallest above it; `x` need not be one
/// itself. Infinite at the ends of IEEE formats, NaN where the format ends without infinity, also
/// below the smallest number of an unsigned format.
[[nodiscard]] double numberBelow(const NumberFormat& format, double x, double scale = 1);
[[nodiscard]] double numberAbove(const NumberFormat& format, double x, double scale = 1);

/// Distance between the numbers of the format on both sides of x. Where x is one of them, to the
/// next one away from zero; at the largest finite number and beyond it, from that to the one before
/// it; at 0 the smallest positive number. NaN for NaN, infinities (not of integers) and numbers
/// that an unsigned format cannot hold.
[[nodiscard]] double spacingAt(const NumberFormat& format, double x, double scale = 1);

[[nodiscard]] double largestNumber(const NumberFormat& format);
/// The other end of the finite numbers: -127 of int8, -32768 of int16, 2^-127 of e8m0fnu.
[[nodiscard]] double lowestNumber(const NumberFormat& format);
[[nodiscard]] double smallestNormal(const NumberFormat& format);
[[nodiscard]] double smallestPositive(const NumberFormat& format);

/// Largest K such that 0..K are all numbers of the format; -1 where 0 is none (e8m0fnu).
[[nodiscard]] std::int64_t lastExactInteger(const NumberFormat& format);

enum class BitPart { sign, exponent, fraction };
struct Bit {
  BitPart part;
  bool set;
  int index;  ///< 0 is the least significant.
};

/// The bits of a code from the first down; no sign where the format has none.
[[nodiscard]] std::vector<Bit> bitsOf(const NumberFormat& format, std::uint64_t code);

/// "0x457E": as many digits as the format's code needs.
[[nodiscard]] std::string hexOf(const NumberFormat& format, std::uint64_t code);

}  // namespace poscope
