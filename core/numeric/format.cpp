#include "core/numeric/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/numbers.h"

namespace poscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr unsigned kScale = kAtPosition | kAtOperation | kAtStorage;

constexpr std::array kFormats{
    NumberFormat{.id = "fp64",
                 .label = "fp64",
                 .storageBits = 64,
                 .exponentBits = 11,
                 .fractionBits = 52,
                 .bias = 1023,
                 .torch = "float64",
                 .mlDtypes = "float64",
                 .config = "double",
                 .safetensors = "F64",
                 .npy = "f8"},
    NumberFormat{.id = "fp32",
                 .label = "fp32",
                 .storageBits = 32,
                 .exponentBits = 8,
                 .fractionBits = 23,
                 .bias = 127,
                 .first = kAtStorage | kAtModel | kAtCompared,
                 .torch = "float32",
                 .mlDtypes = "float32",
                 .config = "float",
                 .safetensors = "F32",
                 .npy = "f4"},
    NumberFormat{.id = "tf32",
                 .label = "tf32",
                 .storageBits = 32,
                 .exponentBits = 8,
                 .fractionBits = 10,
                 .bias = 127,
                 .first = kAtPosition | kAtProduct | kAtCompared},
    NumberFormat{.id = "fp16",
                 .label = "fp16",
                 .storageBits = 16,
                 .exponentBits = 5,
                 .fractionBits = 10,
                 .bias = 15,
                 .first = kEverywhere,
                 .torch = "float16",
                 .mlDtypes = "float16",
                 .config = "half",
                 .safetensors = "F16",
                 .npy = "f2"},
    NumberFormat{.id = "bf16",
                 .label = "bf16",
                 .storageBits = 16,
                 .exponentBits = 8,
                 .fractionBits = 7,
                 .bias = 127,
                 .first = kEverywhere & ~kAtCompared,
                 .torch = "bfloat16",
                 .mlDtypes = "bfloat16",
                 .safetensors = "BF16"},
    NumberFormat{.id = "e4m3fn",
                 .label = "e4m3",
                 .storageBits = 8,
                 .exponentBits = 4,
                 .fractionBits = 3,
                 .bias = 7,
                 .specials = SpecialValues::nanLast,
                 .beyond = Beyond::nan,
                 .first = kAtPosition | kAtStorage,
                 .torch = "float8_e4m3fn",
                 .mlDtypes = "float8_e4m3fn",
                 .safetensors = "F8_E4M3"},
    NumberFormat{.id = "e5m2",
                 .label = "e5m2",
                 .storageBits = 8,
                 .exponentBits = 5,
                 .fractionBits = 2,
                 .bias = 15,
                 .first = kAtCompared,
                 .torch = "float8_e5m2",
                 .mlDtypes = "float8_e5m2",
                 .safetensors = "F8_E5M2"},
    NumberFormat{.id = "e4m3fnuz",
                 .label = "e4m3fnuz",
                 .storageBits = 8,
                 .exponentBits = 4,
                 .fractionBits = 3,
                 .bias = 8,
                 .zero = Zero::positive,
                 .specials = SpecialValues::nanNegativeZero,
                 .beyond = Beyond::nan,
                 .torch = "float8_e4m3fnuz",
                 .mlDtypes = "float8_e4m3fnuz",
                 .safetensors = "F8_E4M3FNUZ"},
    NumberFormat{.id = "e5m2fnuz",
                 .label = "e5m2fnuz",
                 .storageBits = 8,
                 .exponentBits = 5,
                 .fractionBits = 2,
                 .bias = 16,
                 .zero = Zero::positive,
                 .specials = SpecialValues::nanNegativeZero,
                 .beyond = Beyond::nan,
                 .torch = "float8_e5m2fnuz",
                 .mlDtypes = "float8_e5m2fnuz",
                 .safetensors = "F8_E5M2FNUZ"},
    // The scale that a block of e3m2, e2m3 or e2m1 numbers shares.
    NumberFormat{.id = "e8m0fnu",
                 .label = "e8m0",
                 .storageBits = 8,
                 .exponentBits = 8,
                 .fractionBits = 0,
                 .bias = 127,
                 .sign = Sign::none,
                 .zero = Zero::none,
                 .specials = SpecialValues::nanLast,
                 .beyond = Beyond::nan,
                 .ties = Ties::up,
                 .offered = kScale,
                 .torch = "float8_e8m0fnu",
                 .mlDtypes = "float8_e8m0fnu",
                 .safetensors = "F8_E8M0"},
    NumberFormat{.id = "e3m2",
                 .label = "e3m2",
                 .storageBits = 6,
                 .exponentBits = 3,
                 .fractionBits = 2,
                 .bias = 3,
                 .specials = SpecialValues::none,
                 .beyond = Beyond::largest,
                 .mlDtypes = "float6_e3m2fn",
                 .safetensors = "F6_E3M2"},
    NumberFormat{.id = "e2m3",
                 .label = "e2m3",
                 .storageBits = 6,
                 .exponentBits = 2,
                 .fractionBits = 3,
                 .bias = 1,
                 .specials = SpecialValues::none,
                 .beyond = Beyond::largest,
                 .mlDtypes = "float6_e2m3fn",
                 .safetensors = "F6_E2M3"},
    NumberFormat{.id = "e2m1",
                 .label = "e2m1",
                 .storageBits = 4,
                 .exponentBits = 2,
                 .fractionBits = 1,
                 .bias = 1,
                 .specials = SpecialValues::none,
                 .beyond = Beyond::largest,
                 .mlDtypes = "float4_e2m1fn",
                 .safetensors = "F4"},
    NumberFormat{.id = "int16",
                 .label = "int16",
                 .kind = FormatKind::integer,
                 .storageBits = 16,
                 .fractionBits = 15,
                 .sign = Sign::complement,
                 .zero = Zero::positive,
                 .specials = SpecialValues::none,
                 .beyond = Beyond::wraps,
                 .offered = kAtPosition | kAtCompared,
                 .torch = "int16",
                 .mlDtypes = "int16",
                 .safetensors = "I16",
                 .npy = "i2"},
    NumberFormat{.id = "int8",
                 .label = "int8",
                 .kind = FormatKind::scaledInteger,
                 .storageBits = 8,
                 .fractionBits = 7,
                 .sign = Sign::complement,
                 .specials = SpecialValues::none,
                 .beyond = Beyond::largest,
                 .torch = "int8",
                 .mlDtypes = "int8",
                 .safetensors = "I8",
                 .npy = "i1"},
    NumberFormat{.id = "int4",
                 .label = "int4",
                 .kind = FormatKind::scaledInteger,
                 .storageBits = 4,
                 .fractionBits = 3,
                 .sign = Sign::complement,
                 .specials = SpecialValues::none,
                 .beyond = Beyond::largest,
                 .mlDtypes = "int4"},
};

// A tie goes up exactly where no neighbour is even; without a zero there are no subnormal numbers.
constexpr bool rowHolds(const NumberFormat& format) {
  const bool floating = format.kind == FormatKind::floating;
  const bool oneZero = format.specials != SpecialValues::nanNegativeZero ||
                       (format.zero == Zero::positive && format.sign == Sign::separate);
  return format.storageBits >= format.codeBits() && floating == (format.exponentBits > 0) &&
         (format.ties == Ties::up) == (floating && format.fractionBits == 0) &&
         (format.zero == Zero::none) == (format.sign == Sign::none) && oneZero &&
         (format.beyond == Beyond::wraps) == (format.kind == FormatKind::integer) &&
         (format.beyond == Beyond::infinity) == format.hasInfinity() &&
         (format.beyond != Beyond::nan || format.hasNan()) &&
         (floating || (format.sign == Sign::complement && !format.hasNan()));
}
static_assert(std::all_of(kFormats.begin(), kFormats.end(), rowHolds));

bool isInteger(const NumberFormat& format) {
  return format.kind != FormatKind::floating;
}

// Of the codes whose exponent field is 0.
int lowestExponent(const NumberFormat& format) {
  return (format.zero == Zero::none ? 0 : 1) - format.bias;
}

int highestExponent(const NumberFormat& format) {
  const int allOnes = (1 << format.exponentBits) - 1;
  const bool nanTakesIt = format.specials == SpecialValues::ieee ||
                          (format.specials == SpecialValues::nanLast && format.fractionBits == 0);
  return (nanTakesIt ? allOnes - 1 : allOnes) - format.bias;
}

std::uint64_t fractionMask(const NumberFormat& format) {
  return (1ULL << format.fractionBits) - 1;
}

std::uint64_t exponentMask(const NumberFormat& format) {
  return (1ULL << format.exponentBits) - 1;
}

std::uint64_t signBit(const NumberFormat& format) {
  return format.sign == Sign::none ? 0 : 1ULL << (format.codeBits() - 1);
}

// 0 where there is none.
std::uint64_t nanCode(const NumberFormat& format) {
  const std::uint64_t exponent = exponentMask(format) << format.fractionBits;
  switch (format.specials) {
    case SpecialValues::ieee:
      return exponent | (1ULL << (format.fractionBits - 1));
    case SpecialValues::nanLast:
      return exponent | fractionMask(format);
    case SpecialValues::nanNegativeZero:
      return signBit(format);
    case SpecialValues::none:
      break;
  }
  return 0;
}

std::uint64_t encodeMagnitude(const NumberFormat& format, double magnitude) {
  if (std::isinf(magnitude)) {
    return exponentMask(format) << format.fractionBits;
  }
  if (magnitude == 0) {
    return 0;
  }
  const int lowest = lowestExponent(format);
  const int exponent = std::max(std::ilogb(magnitude), lowest);
  const auto significand =
      static_cast<std::uint64_t>(std::ldexp(magnitude, format.fractionBits - exponent));
  const bool subnormal = (significand >> format.fractionBits) == 0;
  const auto field = static_cast<std::uint64_t>(subnormal ? 0 : exponent + format.bias);
  return (field << format.fractionBits) | (significand & fractionMask(format));
}

double decodeMagnitude(const NumberFormat& format, std::uint64_t code) {
  const std::uint64_t fraction = code & fractionMask(format);
  const std::uint64_t field = (code >> format.fractionBits) & exponentMask(format);
  if (format.specials == SpecialValues::ieee && field == exponentMask(format)) {
    return fraction == 0 ? kInfinity : kNan;
  }
  if (format.specials == SpecialValues::nanLast && code == nanCode(format)) {
    return kNan;
  }
  const bool subnormal = field == 0 && format.zero != Zero::none;
  const double significand =
      static_cast<double>(fraction) + (subnormal ? 0.0 : std::ldexp(1.0, format.fractionBits));
  const int exponent = subnormal ? lowestExponent(format) : static_cast<int>(field) - format.bias;
  return std::ldexp(significand, exponent - format.fractionBits);
}

// The number after `number`, one of a floating format, and before its largest one.
double numberAfter(const NumberFormat& format, double number) {
  const std::uint64_t code = encodeMagnitude(format, std::abs(number));
  if (number > 0 || code == 0) {
    return decodeMagnitude(format, code + 1);
  }
  const double after = -decodeMagnitude(format, code - 1);
  return after == 0 && format.zero == Zero::positive ? 0.0 : after;
}

// The number before it, and after the lowest one.
double numberBefore(const NumberFormat& format, double number) {
  if (format.sign == Sign::none) {
    return decodeMagnitude(format, encodeMagnitude(format, number) - 1);
  }
  const double before = -numberAfter(format, -number);
  return before == 0 ? 0.0 : before;
}

// The last double that is rounded to the largest number of a floating format: up to half a step
// beyond it, the tie itself only where it goes down, to an even number.
double lastRoundedDown(const NumberFormat& format) {
  const double largest = largestNumber(format);
  const double tie = largest + std::ldexp(1.0, highestExponent(format) - format.fractionBits - 1);
  const bool even = format.ties == Ties::even && encodeMagnitude(format, largest) % 2 == 0;
  return even ? tie : std::nextafter(tie, 0.0);
}

double wrapped(double integer, double period) {
  const double rest = std::fmod(integer, period);
  return rest >= period / 2 ? rest - period : rest < -period / 2 ? rest + period : rest;
}

bool isOffered(const NumberFormat& format, unsigned places, bool firstOnly) {
  return ((firstOnly ? format.first : format.offered | format.first) & places) != 0;
}

// What the format itself makes of numbers beyond `end`, its largest or its lowest one.
double beyondEnd(const NumberFormat& format, Overflow overflow, double end) {
  if (overflow == Overflow::saturate || format.beyond == Beyond::largest) {
    return end;
  }
  return format.beyond == Beyond::infinity ? std::copysign(kInfinity, end) : kNan;
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

const NumberFormat* findFormatByDtype(std::string_view word) {
  for (const NumberFormat& format : kFormats) {
    if (!word.empty() && !isInteger(format) &&
        (word == format.torch || word == format.mlDtypes || word == format.config)) {
      return &format;
    }
  }
  return nullptr;
}

std::vector<std::string> formatsAt(unsigned places, bool firstOnly) {
  std::vector<std::string> ids;
  for (const NumberFormat& format : kFormats) {
    if (isOffered(format, places, firstOnly)) {
      ids.emplace_back(format.id);
    }
  }
  return ids;
}

double largestNumber(const NumberFormat& format) {
  if (isInteger(format)) {
    return std::ldexp(1.0, format.fractionBits) - 1;
  }
  // NaN takes the last fraction of the largest exponent, or that whole exponent.
  const bool nanIsLast = format.specials == SpecialValues::nanLast && format.fractionBits > 0;
  const double step = std::ldexp(1.0, -format.fractionBits);
  return std::ldexp(nanIsLast ? 2 - 2 * step : 2 - step, highestExponent(format));
}

double lowestNumber(const NumberFormat& format) {
  const double largest = largestNumber(format);
  return format.sign == Sign::none            ? smallestPositive(format)
         : format.kind == FormatKind::integer ? -largest - 1
                                              : -largest;
}

double smallestNormal(const NumberFormat& format) {
  return isInteger(format) ? 1.0 : std::ldexp(1.0, lowestExponent(format));
}

double smallestPositive(const NumberFormat& format) {
  return isInteger(format) ? 1.0 : std::ldexp(1.0, lowestExponent(format) - format.fractionBits);
}

std::int64_t lastExactInteger(const NumberFormat& format) {
  if (format.zero == Zero::none) {
    return -1;
  }
  const double largest = largestNumber(format);
  return static_cast<std::int64_t>(
      isInteger(format) ? largest
                        : std::floor(std::min(std::ldexp(1.0, format.fractionBits + 1), largest)));
}

Rounding roundingOf(const NumberFormat& format, Overflow overflow, double scale) {
  Rounding rounding;
  rounding.precision = format.fractionBits + 1;
  rounding.exactMask = format.fractionBits == 52 ? ~std::uint64_t{0} : 0;
  rounding.scale = scale;
  rounding.inverseScale = 1 / scale;
  const double largest = largestNumber(format);
  const double lowest = lowestNumber(format);
  if (isInteger(format)) {
    // Every integer has the same last bit: the powers are one power.
    rounding.precision = format.fractionBits;
    rounding.lowestPower = rounding.highestPower = std::ldexp(1.0, format.fractionBits - 1);
  } else {
    rounding.lowestPower = std::ldexp(1.0, lowestExponent(format));
    rounding.highestPower = std::ldexp(1.0, highestExponent(format));
  }
  rounding.magicFactor = std::ldexp(1.5, static_cast<int>(53 - rounding.precision));
  rounding.aboveTop = beyondEnd(format, overflow, largest);
  const bool saturates = rounding.aboveTop == largest;
  rounding.top = saturates ? largest : lastRoundedDown(format);
  rounding.belowBottom = beyondEnd(format, overflow, lowest);
  rounding.bottom = saturates ? lowest : -rounding.top;
  if (format.sign == Sign::none) {
    rounding.belowBottom = kNan;
    rounding.bottom = std::numeric_limits<double>::denorm_min();
  }
  rounding.smallest = format.zero == Zero::none ? smallestPositive(format) : -kInfinity;
  if (format.beyond == Beyond::wraps && overflow == Overflow::ofFormat) {
    const double period = largest - lowest + 1;
    rounding.wrapMagic = std::ldexp(period, 53);
    rounding.wrapMask = ~std::uint64_t{0};
    // What is left lies between both ends, but for the last half step above: it is the lowest.
    rounding.top = std::nextafter(largest + 0.5, 0.0);
    rounding.aboveTop = lowest;
    rounding.bottom = rounding.belowBottom = lowest;
  }
  rounding.zeroSign = format.zero == Zero::both ? 1ULL << 63 : 0;
  return rounding;
}

double symmetricScale(const NumberFormat& format, double largestMagnitude) {
  return format.kind == FormatKind::scaledInteger ? largestMagnitude / largestNumber(format) : 1.0;
}

double roundToward(const NumberFormat& format, double x, Direction direction, Overflow overflow,
                   double scale) {
  const double nearest = roundTo(roundingOf(format, overflow, scale), x);
  if (direction == Direction::nearestEven || nearest == x || !std::isfinite(x) ||
      (format.sign == Sign::none && x <= 0)) {
    return nearest;
  }
  const bool down =
      direction == Direction::downward || (direction == Direction::towardZero && x > 0);
  if (format.beyond == Beyond::wraps && overflow == Overflow::ofFormat) {
    return wrapped(down ? std::floor(x) : std::ceil(x), std::ldexp(1.0, format.codeBits()));
  }
  const double high = largestNumber(format) * scale;
  const double low = lowestNumber(format) * scale;
  if (x > high || x < low) {
    // An overflow away from zero is an overflow; towards zero the end itself is the answer, as it
    // is below the smallest number of a format without a zero.
    const double end = x > high ? high : low;
    const bool inwards = down == (x > high);
    return inwards || (format.zero == Zero::none && x < low) ? end
                                                             : beyondEnd(format, overflow, end);
  }
  if (down) {
    return nearest < x ? nearest : numberBelow(format, nearest, scale);
  }
  return nearest > x ? nearest : numberAbove(format, nearest, scale);
}

std::uint64_t encode(const NumberFormat& format, double value, double scale) {
  if (std::isnan(value) && !format.hasNan()) {
    return 0;
  }
  if (isInteger(format)) {
    const double clamped = std::clamp(value / scale, lowestNumber(format), largestNumber(format));
    const auto integer = static_cast<std::int64_t>(std::nearbyint(clamped));
    return static_cast<std::uint64_t>(integer) & ((1ULL << format.codeBits()) - 1);
  }
  if (std::isnan(value) && format.specials == SpecialValues::nanNegativeZero) {
    return nanCode(format);
  }
  const std::uint64_t magnitude =
      std::isnan(value) ? nanCode(format) : encodeMagnitude(format, std::abs(value));
  const bool negative = std::signbit(value) && (value != 0 || format.zero == Zero::both);
  return magnitude | (negative ? signBit(format) : 0);
}

double decode(const NumberFormat& format, std::uint64_t code, double scale) {
  const std::uint64_t sign = signBit(format);
  const std::uint64_t low = code & ((1ULL << (format.codeBits() - format.signBits())) - 1);
  if (isInteger(format)) {
    const auto weight = static_cast<std::int64_t>(code & sign);
    return static_cast<double>(static_cast<std::int64_t>(low) - weight) * scale;
  }
  if (format.specials == SpecialValues::nanNegativeZero && low == 0 && (code & sign) != 0) {
    return kNan;
  }
  const double magnitude = decodeMagnitude(format, low);
  return (code & sign) != 0 ? -magnitude : magnitude;
}

double spacingAt(const NumberFormat& format, double x, double scale) {
  if (isInteger(format)) {
    return scale;
  }
  if (!std::isfinite(x) || (format.sign == Sign::none && x < 0)) {
    return kNan;
  }
  if (x == 0) {
    return smallestPositive(format);
  }
  const double largest = largestNumber(format);
  if (std::abs(x) >= largest) {
    return largest - numberBefore(format, largest);
  }
  const int exponent = std::max(std::ilogb(x), lowestExponent(format));
  return std::ldexp(1.0, exponent - format.fractionBits);
}

double numberAbove(const NumberFormat& format, double x, double scale) {
  const double largest = largestNumber(format) * scale;
  const double lowest = lowestNumber(format) * scale;
  if (std::isnan(x) || x >= largest) {
    return x < kInfinity && format.hasInfinity() ? kInfinity : kNan;
  }
  if (x < lowest) {
    return lowest;
  }
  if (isInteger(format)) {
    return (std::floor(x / scale) + 1) * scale;
  }
  const double nearest = roundTo(roundingOf(format, Overflow::saturate), x);
  return nearest > x ? nearest : numberAfter(format, nearest);
}

double numberBelow(const NumberFormat& format, double x, double scale) {
  const double largest = largestNumber(format) * scale;
  const double lowest = lowestNumber(format) * scale;
  if (std::isnan(x) || x <= lowest) {
    return x > -kInfinity && format.hasInfinity() ? -kInfinity : kNan;
  }
  if (x > largest) {
    return largest;
  }
  if (isInteger(format)) {
    return (std::ceil(x / scale) - 1) * scale;
  }
  const double nearest = roundTo(roundingOf(format, Overflow::saturate), x);
  return nearest < x ? nearest : numberBefore(format, nearest);
}

std::vector<Bit> bitsOf(const NumberFormat& format, std::uint64_t code) {
  std::vector<Bit> bits;
  for (int index = format.codeBits() - 1; index >= 0; --index) {
    const BitPart part = index >= format.exponentBits + format.fractionBits ? BitPart::sign
                         : index >= format.fractionBits                     ? BitPart::exponent
                                                                            : BitPart::fraction;
    bits.push_back({part, ((code >> index) & 1) != 0, index});
  }
  return bits;
}

std::string hexOf(const NumberFormat& format, std::uint64_t code) {
  return "0x" + hexText(code, (format.codeBits() + 3) / 4, HexLetters::capital);
}

}  // namespace poscope
