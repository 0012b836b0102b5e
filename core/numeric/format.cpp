#include "core/numeric/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace poscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// id, label, kind, storage, exponent bits, fraction bits, specials.
constexpr std::array<NumberFormat, 9> kFormats{{
    {"fp64", "fp64", FormatKind::floating, 64, 11, 52, SpecialValues::ieee},
    {"fp32", "fp32", FormatKind::floating, 32, 8, 23, SpecialValues::ieee},
    {"tf32", "tf32", FormatKind::floating, 32, 8, 10, SpecialValues::ieee},
    {"fp16", "fp16", FormatKind::floating, 16, 5, 10, SpecialValues::ieee},
    {"bf16", "bf16", FormatKind::floating, 16, 8, 7, SpecialValues::ieee},
    {"e4m3fn", "e4m3", FormatKind::floating, 8, 4, 3, SpecialValues::nanOnly},
    {"e5m2", "e5m2", FormatKind::floating, 8, 5, 2, SpecialValues::ieee},
    {"int8", "int8", FormatKind::scaledInteger, 8, 0, 7, SpecialValues::none},
    {"int4", "int4", FormatKind::scaledInteger, 4, 0, 3, SpecialValues::none},
}};

int bias(const NumberFormat& format) {
  return (1 << (format.exponentBits - 1)) - 1;
}

int highestExponent(const NumberFormat& format) {
  const int allOnes = (1 << format.exponentBits) - 1;
  return (format.specials == SpecialValues::ieee ? allOnes - 1 : allOnes) - bias(format);
}

std::uint64_t fractionMask(const NumberFormat& format) {
  return (1ULL << format.fractionBits) - 1;
}

std::uint64_t exponentMask(const NumberFormat& format) {
  return (1ULL << format.exponentBits) - 1;
}

std::uint64_t nanCode(const NumberFormat& format) {
  const std::uint64_t exponent = exponentMask(format) << format.fractionBits;
  return format.specials == SpecialValues::nanOnly ? exponent | fractionMask(format)
                                                   : exponent | (1ULL << (format.fractionBits - 1));
}

std::uint64_t encodeMagnitude(const NumberFormat& format, double magnitude) {
  if (std::isinf(magnitude)) {
    return exponentMask(format) << format.fractionBits;
  }
  if (magnitude == 0) {
    return 0;
  }
  const int lowest = 1 - bias(format);
  const int exponent = std::max(std::ilogb(magnitude), lowest);
  const auto significand =
      static_cast<std::uint64_t>(std::ldexp(magnitude, format.fractionBits - exponent));
  const bool normal = (significand >> format.fractionBits) != 0;
  const auto field = static_cast<std::uint64_t>(normal ? exponent + bias(format) : 0);
  return (field << format.fractionBits) | (significand & fractionMask(format));
}

double decodeMagnitude(const NumberFormat& format, std::uint64_t code) {
  const std::uint64_t fraction = code & fractionMask(format);
  const std::uint64_t field = (code >> format.fractionBits) & exponentMask(format);
  if (field == exponentMask(format) && format.specials == SpecialValues::ieee) {
    return fraction == 0 ? kInfinity : kNan;
  }
  if (format.specials == SpecialValues::nanOnly && code == nanCode(format)) {
    return kNan;
  }
  const bool normal = field != 0;
  const double significand =
      static_cast<double>(fraction) + (normal ? std::ldexp(1.0, format.fractionBits) : 0.0);
  const int exponent = (normal ? static_cast<int>(field) : 1) - bias(format);
  return std::ldexp(significand, exponent - format.fractionBits);
}

bool isInteger(const NumberFormat& format) {
  return format.kind == FormatKind::scaledInteger;
}

}  // namespace

std::span<const NumberFormat> numberFormats() {
  return kFormats;
}

const NumberFormat* findFormat(std::string_view id) {
  for (const NumberFormat& format : kFormats) {
    if (format.id == id || format.label == id) {
      return &format;
    }
  }
  return nullptr;
}

std::string formatIds() {
  std::string ids;
  for (const NumberFormat& format : kFormats) {
    ids += (ids.empty() ? "" : ", ") + std::string(format.id);
  }
  return ids;
}

double largestNumber(const NumberFormat& format) {
  const double step = std::ldexp(1.0, -format.fractionBits);
  if (isInteger(format)) {
    return std::ldexp(1.0, format.fractionBits) - 1;
  }
  const double significand = format.specials == SpecialValues::nanOnly ? 2 - 2 * step : 2 - step;
  return std::ldexp(significand, highestExponent(format));
}

double smallestNormal(const NumberFormat& format) {
  return isInteger(format) ? 1.0 : std::ldexp(1.0, 1 - bias(format));
}

double smallestPositive(const NumberFormat& format) {
  return isInteger(format) ? 1.0 : std::ldexp(1.0, 1 - bias(format) - format.fractionBits);
}

std::int64_t lastExactInteger(const NumberFormat& format) {
  if (isInteger(format)) {
    return static_cast<std::int64_t>(largestNumber(format));
  }
  return std::int64_t{1} << (format.fractionBits + 1);
}

Rounding roundingOf(const NumberFormat& format, Overflow overflow, double scale) {
  Rounding rounding;
  rounding.precision = format.fractionBits + 1;
  rounding.largest = largestNumber(format);
  rounding.exactMask = format.fractionBits == 52 ? ~std::uint64_t{0} : 0;
  rounding.scale = scale;
  rounding.inverseScale = 1 / scale;
  if (isInteger(format)) {
    // Every integer has the same last bit: the exponent range is one exponent.
    rounding.precision = format.fractionBits;
    rounding.lowestExponent = rounding.highestExponent = format.fractionBits - 1;
  } else {
    rounding.lowestExponent = 1 - bias(format);
    rounding.highestExponent = highestExponent(format);
  }
  const bool saturates = overflow == Overflow::saturate || isInteger(format);
  const bool infinite = format.specials == SpecialValues::ieee;
  rounding.overflow = saturates ? rounding.largest : infinite ? kInfinity : kNan;
  return rounding;
}

double symmetricScale(const NumberFormat& format, double largestMagnitude) {
  return isInteger(format) ? largestMagnitude / largestNumber(format) : 1.0;
}

double roundToward(const NumberFormat& format, double x, Direction direction, Overflow overflow,
                   double scale) {
  const double nearest = roundTo(roundingOf(format, overflow, scale), x);
  if (direction == Direction::nearestEven || nearest == x || !std::isfinite(x)) {
    return nearest;
  }
  // Saturated: the end is the answer in every direction.
  const double last = largestNumber(format) * scale;
  const bool saturates = overflow == Overflow::saturate || isInteger(format);
  if (saturates && std::abs(x) >= last) {
    return std::copysign(last, x);
  }
  const bool down =
      direction == Direction::downward || (direction == Direction::towardZero && x > 0);
  // An upward overflow is an overflow; the other way round the largest finite number is the answer.
  if (std::isnan(nearest) || std::isinf(nearest)) {
    const double end = std::copysign(largestNumber(format) * scale, x);
    return (down == (x > 0)) ? end : nearest;
  }
  if (down) {
    return nearest < x ? nearest : numberBelow(format, nearest, scale);
  }
  return nearest > x ? nearest : numberAbove(format, nearest, scale);
}

std::uint64_t encode(const NumberFormat& format, double value, double scale) {
  if (isInteger(format)) {
    if (std::isnan(value)) {
      return 0;  // Integers have no code for NaN.
    }
    const double last = largestNumber(format);
    const double clamped = std::clamp(value / scale, -last, last);
    const auto integer = static_cast<std::int64_t>(std::nearbyint(clamped));
    return static_cast<std::uint64_t>(integer) & ((1ULL << format.codeBits()) - 1);
  }
  const std::uint64_t sign = std::signbit(value) ? 1ULL << (format.codeBits() - 1) : 0;
  return sign | (std::isnan(value) ? nanCode(format) : encodeMagnitude(format, std::abs(value)));
}

double decode(const NumberFormat& format, std::uint64_t code, double scale) {
  const std::uint64_t sign = 1ULL << (format.codeBits() - 1);
  if (isInteger(format)) {
    const auto low = static_cast<std::int64_t>(code & (sign - 1));
    const auto weight = (code & sign) != 0 ? static_cast<std::int64_t>(sign) : 0;
    return static_cast<double>(low - weight) * scale;
  }
  const double magnitude = decodeMagnitude(format, code & (sign - 1));
  return (code & sign) != 0 ? -magnitude : magnitude;
}

double spacingAt(const NumberFormat& format, double x, double scale) {
  if (isInteger(format)) {
    return scale;
  }
  if (!std::isfinite(x)) {
    return kNan;
  }
  const int lowest = 1 - bias(format);
  const int exponent = x == 0 ? lowest : std::max(std::ilogb(x), lowest);
  return std::ldexp(1.0, std::min(exponent, highestExponent(format)) - format.fractionBits);
}

double numberAbove(const NumberFormat& format, double x, double scale) {
  const double largest = largestNumber(format) * scale;
  if (std::isnan(x) || x >= largest) {
    const bool hasInfinity = format.specials == SpecialValues::ieee;
    return x < kInfinity && hasInfinity ? kInfinity : kNan;
  }
  if (x < -largest) {
    return -largest;
  }
  if (isInteger(format)) {
    return (std::floor(x / scale) + 1) * scale;
  }
  // The multiples of the spacing just above x; at a power of two below zero the spacing halves.
  double step = spacingAt(format, x);
  const double magnitude = std::abs(x);
  if (x < 0 && magnitude == std::ldexp(1.0, std::ilogb(magnitude)) &&
      magnitude > smallestNormal(format)) {
    step /= 2;
  }
  const double above = (std::floor(x / step) + 1) * step;
  return above == 0 && x < 0 ? -0.0 : above;
}

double numberBelow(const NumberFormat& format, double x, double scale) {
  const double below = -numberAbove(format, -x, scale);
  return below == 0 ? 0.0 : below;
}

std::vector<Bit> bitsOf(const NumberFormat& format, std::uint64_t code) {
  std::vector<Bit> bits;
  for (int index = format.codeBits() - 1; index >= 0; --index) {
    const BitPart part = index == format.codeBits() - 1 ? BitPart::sign
                         : index >= format.fractionBits ? BitPart::exponent
                                                        : BitPart::fraction;
    bits.push_back({part, ((code >> index) & 1) != 0, index});
  }
  return bits;
}

std::string hexOf(const NumberFormat& format, std::uint64_t code) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  const int digits = (format.codeBits() + 3) / 4;
  std::string text = "0x";
  for (int at = digits - 1; at >= 0; --at) {
    text += kDigits[(code >> (4 * at)) & 0xF];
  }
  return text;
}

}  // namespace poscope
