// Number formats as a table, and the one body that rounds to any of them.
// Sources: IEEE 754-2019 (binary16/32/64), bfloat16 and tf32 as truncated binary32, OCP 8-bit
// formats e4m3fn and e5m2 (PIPELINES 8.1). int8 and int4 are scaled integers, symmetric around
// zero.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/host_device.h"

namespace poscope {

enum class FormatKind { floating, scaledInteger };

/// Which codes of a floating format are not numbers.
enum class SpecialValues {
  ieee,     ///< Largest exponent: infinity (fraction 0) and NaN.
  nanOnly,  ///< No infinity; only the all-ones code is NaN (e4m3fn).
  none,     ///< Integers.
};

/// What happens beyond the largest finite number. `ofFormat`: infinity where there is one, else
/// NaN; integers saturate.
enum class Overflow { ofFormat, saturate };

/// One row of the table; everything else is derived from it.
struct NumberFormat {
  std::string_view id;     ///< As in links and data: "bf16", "e4m3fn".
  std::string_view label;  ///< As on screen: "e4m3".
  FormatKind kind;
  int storageBits;   ///< Bits that memory holds (tf32: 32, of which 19 are used).
  int exponentBits;  ///< 0 for integers.
  int fractionBits;  ///< Stored fraction bits; for integers the bits below the sign.
  SpecialValues specials;

  [[nodiscard]] int codeBits() const { return 1 + exponentBits + fractionBits; }
};

/// All formats, from the widest to the narrowest. Adding a format is one row in format.cpp.
[[nodiscard]] std::span<const NumberFormat> numberFormats();

/// The format of an id ("bf16"); nullptr when there is none. "e4m3" is accepted for "e4m3fn".
[[nodiscard]] const NumberFormat* findFormat(std::string_view id);

/// The ids of all formats as one text, for messages: "fp64, fp32, ...".
[[nodiscard]] std::string formatIds();

/// What the rounding body needs of a format; plain data, shared with the GPU. All of it is numbers
/// and masks, no truth value: GCC does not vectorise a select by a condition that the loop leaves
/// alone.
struct Rounding {
  std::int64_t precision = 53;          ///< Significand bits with the hidden one.
  std::int64_t lowestExponent = -1022;  ///< Exponent of the smallest normal number.
  std::int64_t highestExponent = 1023;  ///< Exponent of the largest finite number.
  double largest = 0;                   ///< Largest finite number, before scaling.
  double overflow = 0;                  ///< Magnitude of all beyond: infinity, NaN or `largest`.
  double scale = 1;         ///< Value of one step of a scaled integer; 1 for floating formats.
  double inverseScale = 1;  ///< 1 / scale: quantisers multiply by it.
  std::uint64_t exactMask = ~std::uint64_t{0};  ///< fp64, nothing is rounded: all ones; else 0.

  [[nodiscard]] bool exact() const { return exactMask != 0; }
};

/// `whenExact` where the format rounds nothing, else `rounded`, by bits.
POSCOPE_HD double selectExact(const Rounding& format, double whenExact, double rounded) {
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(whenExact) & format.exactMask) |
                               (std::bit_cast<std::uint64_t>(rounded) & ~format.exactMask));
}

/// `scale` > 0 is the step of a scaled integer (value = code * scale) and must be 1 for floating
/// formats.
[[nodiscard]] Rounding roundingOf(const NumberFormat& format,
                                  Overflow overflow = Overflow::ofFormat, double scale = 1);

/// The step with which a symmetric quantiser stores values up to `largestMagnitude`: that over 127
/// (int8) or 7 (int4); 1 for floating formats.
[[nodiscard]] double symmetricScale(const NumberFormat& format, double largestMagnitude);

/// `x` rounded to the nearest number of the format, ties to even, once. NaN stays NaN, the sign of
/// zero stays. Adding and taking away 1.5 * 2^(q+52) leaves the nearest multiple of 2^q: q is the
/// exponent of the format's last bit at x.
POSCOPE_HD double roundTo(const Rounding& format, double x) {
  constexpr std::uint64_t kSign = 0x8000000000000000ULL;
  const double y = x * format.inverseScale;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(y);
  std::int64_t exponent = static_cast<std::int64_t>((bits >> 52) & 0x7FF) - 1023;
  exponent = exponent < format.lowestExponent ? format.lowestExponent : exponent;
  exponent = exponent > format.highestExponent ? format.highestExponent : exponent;
  const std::int64_t lastBit = exponent - (format.precision - 1);
  const double power = std::bit_cast<double>(static_cast<std::uint64_t>(lastBit + 52 + 1023) << 52);
  const double magic = power * 1.5;
  const double rounded = (y + magic) - magic;
  const std::uint64_t roundedBits = std::bit_cast<std::uint64_t>(rounded) & ~kSign;
  const double magnitude = std::bit_cast<double>(roundedBits);
  const double kept = magnitude > format.largest ? format.overflow : magnitude;
  const double signedValue =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(kept) | (bits & kSign));
  return selectExact(format, x, signedValue * format.scale);
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
/// gives the format's quiet NaN; integers are two's complement.
[[nodiscard]] std::uint64_t encode(const NumberFormat& format, double value, double scale = 1);

/// The value of a code; only the lowest codeBits() count.
[[nodiscard]] double decode(const NumberFormat& format, std::uint64_t code, double scale = 1);

/// The largest number of the format below `x`, and the smallest above it; `x` need not be one
/// itself. Infinite at the ends of IEEE formats, NaN where the format ends without infinity.
[[nodiscard]] double numberBelow(const NumberFormat& format, double x, double scale = 1);
[[nodiscard]] double numberAbove(const NumberFormat& format, double x, double scale = 1);

/// Distance between numbers of the format at |x| (one unit in the last place).
[[nodiscard]] double spacingAt(const NumberFormat& format, double x, double scale = 1);

[[nodiscard]] double largestNumber(const NumberFormat& format);
[[nodiscard]] double smallestNormal(const NumberFormat& format);
[[nodiscard]] double smallestPositive(const NumberFormat& format);

/// Largest K such that 0..K are all numbers of the format.
[[nodiscard]] std::int64_t lastExactInteger(const NumberFormat& format);

enum class BitPart { sign, exponent, fraction };
struct Bit {
  BitPart part;
  bool set;
  int index;  ///< 0 is the least significant.
};

/// The bits of a code from the sign down.
[[nodiscard]] std::vector<Bit> bitsOf(const NumberFormat& format, std::uint64_t code);

/// "0x457E": as many digits as the format's code needs.
[[nodiscard]] std::string hexOf(const NumberFormat& format, std::uint64_t code);

}  // namespace poscope
