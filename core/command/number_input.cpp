#include "core/command/number_input.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/numbers.h"
#include "core/base/words.h"

namespace poscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

bool takeSign(std::string_view& text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) {
    text.remove_prefix(1);
  }
  return negative;
}

std::optional<double> readSpecial(std::string_view text) {
  const bool negative = takeSign(text);
  if (text == "inf" || text == "infinity") {
    return negative ? -kInfinity : kInfinity;
  }
  if (text == "nan") {
    return negative ? -kNan : kNan;
  }
  return std::nullopt;
}

constexpr int kLargestHexExponent = 16384;
constexpr int kLowestDoubleBit = -1074;

// The digits of "1.8p3" from the most significant: each is a double, their sum is exact as
// decimals.
std::optional<Decimal> sumOfHexDigits(std::string_view digits, int pointAt, int exponent) {
  Decimal sum;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    const int power = exponent + 4 * (pointAt - static_cast<int>(at) - 1);
    const int digit = hexValue(digits[at]);
    if (digit == 0) {
      continue;
    }
    const double part = std::ldexp(digit, power);
    if (std::isinf(part)) {
      return Decimal::parse("1e400");  // As good as any other number beyond every format.
    }
    if (power < kLowestDoubleBit) {
      return std::nullopt;
    }
    sum = sum.plus(Decimal::of(part));
  }
  return sum;
}

// "0x1.8p3", with a sign before it; `text` is in lower case.
std::optional<Decimal> readHex(std::string_view text) {
  const bool negative = takeSign(text);
  if (!text.starts_with("0x") || text.size() > kLongestDecimal) {
    return std::nullopt;
  }
  text.remove_prefix(2);
  int exponent = 0;
  if (const auto p = text.find('p'); p != std::string_view::npos) {
    std::string_view rest = text.substr(p + 1);
    if (rest.starts_with("+") && !rest.starts_with("+-")) {
      rest.remove_prefix(1);
    }
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
    if (error != std::errc{} || end != rest.data() + rest.size() ||
        exponent < -kLargestHexExponent || exponent > kLargestHexExponent) {
      return std::nullopt;
    }
    text = text.substr(0, p);
  }
  const auto point = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, point));
  digits += text.substr(std::min(point + 1, text.size()));
  if (digits.empty() ||
      std::any_of(digits.begin(), digits.end(), [](char c) { return hexValue(c) < 0; })) {
    return std::nullopt;
  }
  const auto sum = sumOfHexDigits(digits, static_cast<int>(point), exponent);
  return sum && negative ? sum->negated() : sum;
}

// "8k", "0.1M": doubled ten times for each step of 1024.
std::optional<Decimal> readSuffixed(std::string_view text) {
  static constexpr std::string_view kSuffixes = "kmg";
  if (text.empty()) {
    return std::nullopt;
  }
  const auto step = kSuffixes.find(text.back());
  auto number = Decimal::parse(text.substr(0, text.size() - 1));
  if (step == std::string_view::npos || !number) {
    return std::nullopt;
  }
  for (std::size_t doubling = 0; doubling < 10 * (step + 1); ++doubling) {
    number = number->plus(*number);
  }
  return number;
}

std::optional<Decimal> readPower(std::string_view text) {
  const auto power = text.find('^') == std::string_view::npos ? Result<double>(usageError(Text()))
                                                              : parseNumber(text);
  return power ? std::optional(Decimal::of(*power)) : std::nullopt;
}

}  // namespace

Result<NumberInput> readNumberInput(std::string_view text) {
  NumberInput input;
  input.text = trimmed(text);
  const std::string small = lowered(input.text);
  if (const auto special = readSpecial(small)) {
    input.special = *special;
    return input;
  }
  for (const auto read : {Decimal::parse, readHex, readSuffixed, readPower}) {
    input.exact = read(small);
    if (input.exact) {
      return input;
    }
  }
  const std::string shown = input.text.size() > 60 ? input.text.substr(0, 60) + "..." : input.text;
  return usageError({"command.error.number", {{"value", shown}}});
}

namespace {

double saturated(const NumberFormat& format, double stored, Overflow overflow) {
  return std::isinf(stored) && overflow == Overflow::saturate
             ? std::copysign(largestNumber(format), stored)
             : stored;
}

double storedDouble(const Decimal& exact, Direction direction) {
  if (direction == Direction::nearestEven) {
    return exact.nearest();
  }
  const bool low = direction == Direction::downward ||
                   (direction == Direction::towardZero && !exact.isNegative());
  return low ? exact.atMost() : exact.atLeast();
}

// An integer beyond 2^53 may be no double, but what is left of it modulo a power of two is one.
Decimal wrapped(Decimal exact, double period) {
  constexpr double kWhole = 0x1p50;
  for (double size = exact.nearest(); std::isfinite(size) && std::abs(size) >= kWhole;
       size = exact.nearest()) {
    exact = exact.minus(Decimal::of(period * std::nearbyint(size / period)));
  }
  return exact;
}

}  // namespace

double storedNumber(const NumberFormat& format, const NumberInput& input,
                    const RoundingChoice& choice) {
  if (input.exact && roundingOf(format, choice.overflow).wrapMask != 0) {
    const Decimal rest = wrapped(*input.exact, std::ldexp(1.0, format.codeBits()));
    return roundToward(format, rest.toOdd(), choice.direction, choice.overflow);
  }
  const bool isDouble = roundingOf(format).exact();
  if (isDouble) {
    const double stored =
        input.exact ? storedDouble(*input.exact, choice.direction) : input.special;
    return saturated(format, stored, choice.overflow);
  }
  double value = input.special;
  if (input.exact) {
    value = choice.scale == 1 ? input.exact->toOdd() : input.exact->nearest();
  }
  return roundToward(format, value, choice.direction, choice.overflow, choice.scale);
}

Neighbours neighboursOf(const NumberFormat& format, const NumberInput& input, double scale) {
  if (!input.exact) {
    return {numberBelow(format, input.special, scale), numberAbove(format, input.special, scale)};
  }
  const double low = input.exact->atMost();
  const double high = input.exact->atLeast();
  if (roundingOf(format).exact() && low != high) {
    return {low, high};
  }
  // Odd in its last bit when the decimal lies between two doubles: on the right side of every
  // number of a narrower format.
  const double value = input.exact->toOdd();
  return {numberBelow(format, value, scale), numberAbove(format, value, scale)};
}

double storageError(const NumberInput& input, double stored) {
  if (!input.exact) {
    return stored == input.special ? 0.0 : stored - input.special;
  }
  return std::isfinite(stored) ? Decimal::of(stored).minus(*input.exact).nearest() : stored;
}

}  // namespace poscope
