#include "core/command/decimal.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace poscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// A double has at most 767 significant digits.
constexpr int kMostDoubleDigits = 770;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t takeDigits(std::string_view& rest, std::string& digits) {
  std::size_t count = 0;
  while (!rest.empty() && isDigit(rest.front())) {
    digits += rest.front();
    rest.remove_prefix(1);
    ++count;
  }
  return count;
}

bool takeExponent(std::string_view& rest, long long& exponent) {
  if (rest.empty()) {
    return true;
  }
  if (rest.front() != 'e' && rest.front() != 'E') {
    return false;
  }
  rest.remove_prefix(1);
  if (!rest.empty() && rest.front() == '+') {
    rest.remove_prefix(1);
    if (!rest.empty() && rest.front() == '-') {
      return false;
    }
  }
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
  const bool whole = error == std::errc{} && end == rest.data() + rest.size();
  // No std::abs: that of the smallest number is negative.
  return whole && exponent >= -kLargestExponent && exponent <= kLargestExponent;
}

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
  if (text.size() > kLongestDecimal) {
    return std::nullopt;
  }
  Decimal number;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    number.negative_ = text.front() == '-';
    text.remove_prefix(1);
  }
  const std::size_t whole = takeDigits(text, number.digits_);
  std::size_t fraction = 0;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    fraction = takeDigits(text, number.digits_);
  }
  long long exponent = 0;
  if (whole + fraction == 0 || !takeExponent(text, exponent)) {
    return std::nullopt;
  }
  number.exponent_ = static_cast<long long>(whole) + exponent;
  number.strip();
  return number;
}

Decimal Decimal::of(double number) {
  char buffer[kMostDoubleDigits + 32];
  const auto result = std::to_chars(std::begin(buffer), std::end(buffer), number,
                                    std::chars_format::scientific, kMostDoubleDigits);
  return *parse({buffer, result.ptr});
}

void Decimal::strip() {
  const auto first = digits_.find_first_not_of('0');
  if (first == std::string::npos) {
    digits_.clear();
    exponent_ = 0;
    return;
  }
  digits_.erase(0, first);
  exponent_ -= static_cast<long long>(first);
  digits_.erase(digits_.find_last_not_of('0') + 1);
}

double Decimal::nearest() const {
  if (isZero()) {
    return negative_ ? -0.0 : 0.0;
  }
  const std::string text = "0." + digits_ + "e" + std::to_string(exponent_);
  double magnitude = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), magnitude);
  if (error == std::errc::result_out_of_range) {
    magnitude = exponent_ > 0 ? kInfinity : 0.0;
  }
  return negative_ ? -magnitude : magnitude;
}

double Decimal::atMost() const {
  const double number = nearest();
  if (std::isinf(number)) {
    return number > 0 ? std::numeric_limits<double>::max() : number;
  }
  return compare(of(number)) < 0 ? std::nextafter(number, -kInfinity) : number;
}

double Decimal::atLeast() const {
  return -negated().atMost();
}

double Decimal::toOdd() const {
  const double low = atMost();
  const double high = atLeast();
  if (low == high) {
    return nearest();
  }
  return (std::bit_cast<std::uint64_t>(low) & 1) != 0 ? low : high;
}

Decimal Decimal::negated() const {
  Decimal result = *this;
  result.negative_ = !negative_;
  return result;
}

int Decimal::compareMagnitude(const Decimal& other) const {
  if (isZero() || other.isZero()) {
    return static_cast<int>(other.isZero()) - static_cast<int>(isZero());
  }
  if (exponent_ != other.exponent_) {
    return exponent_ < other.exponent_ ? -1 : 1;
  }
  const int order = digits_.compare(other.digits_);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

int Decimal::compare(const Decimal& other) const {
  if (negative_ != other.negative_ && !(isZero() && other.isZero())) {
    return negative_ ? -1 : 1;
  }
  const int order = compareMagnitude(other);
  return negative_ ? -order : order;
}

// The digits as if the exponent were `exponent` (at least exponent_), `length` of them.
std::string Decimal::padded(long long exponent, std::size_t length) const {
  std::string text(isZero() ? 0 : static_cast<std::size_t>(exponent - exponent_), '0');
  text += digits_;
  text.resize(length, '0');
  return text;
}

Decimal Decimal::minus(const Decimal& other) const {
  const long long top = isZero()         ? other.exponent_
                        : other.isZero() ? exponent_
                                         : std::max(exponent_, other.exponent_);
  const auto lengthOf = [top](const Decimal& each) {
    return each.isZero() ? 0 : static_cast<std::size_t>(top - each.exponent_) + each.digits_.size();
  };
  const std::size_t length = std::max(lengthOf(*this), lengthOf(other));
  const bool adds = negative_ != other.negative_;
  const bool swapped = !adds && compareMagnitude(other) < 0;
  std::string large = (swapped ? other : *this).padded(top, length);
  const std::string small = (swapped ? *this : other).padded(top, length);
  int carry = 0;
  for (std::size_t at = length; at-- > 0;) {
    const int step = (small[at] - '0') + carry;
    const int digit = (large[at] - '0') + (adds ? step : -step);
    carry = digit > 9 || digit < 0 ? 1 : 0;
    large[at] = static_cast<char>('0' + (digit + 10) % 10);
  }
  Decimal result;
  result.negative_ = swapped ? !negative_ : negative_;
  result.exponent_ = top;
  result.digits_ = std::move(large);
  if (adds && carry != 0) {
    result.digits_.insert(result.digits_.begin(), '1');
    ++result.exponent_;
  }
  result.strip();
  if (result.isZero()) {
    result.negative_ = false;
  }
  return result;
}

}  // namespace poscope
