// Decimal numbers of any length, exactly: what `poscope round` is asked about need not be a double.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace poscope {

/// sign * 0.d1d2d3... * 10^exponent with d1 and the last digit not '0'; no digits for zero. Always
/// finite.
class Decimal {
 public:
  Decimal() = default;

  /// "-12.5e3", without hex, infinities or expressions; nothing when it is no decimal, or longer
  /// than kLongestDecimal characters, or its exponent is beyond kLargestExponent (either way).
  [[nodiscard]] static std::optional<Decimal> parse(std::string_view text);
  /// Every finite double is a decimal. `number` must be finite.
  [[nodiscard]] static Decimal of(double number);

  /// The nearest double, ties to even; infinite beyond the largest.
  [[nodiscard]] double nearest() const;
  /// The nearest double towards the given side of this number: the largest not above it, the
  /// smallest not below it.
  [[nodiscard]] double atMost() const;
  [[nodiscard]] double atLeast() const;
  /// This number where it is a double, else the neighbour whose last bit is set. Rounding that to
  /// any format with at most 51 bits gives what rounding the number itself gives (Boldo and
  /// Melquiond 2008: round to odd).
  [[nodiscard]] double toOdd() const;

  [[nodiscard]] Decimal negated() const;
  /// This - other, exactly.
  [[nodiscard]] Decimal minus(const Decimal& other) const;
  /// This + other, exactly.
  [[nodiscard]] Decimal plus(const Decimal& other) const { return minus(other.negated()); }

  /// -1, 0 or 1 as this number is below, equal to or above `other`.
  [[nodiscard]] int compare(const Decimal& other) const;
  [[nodiscard]] bool isNegative() const { return negative_; }  ///< Also of a zero written "-0".
  [[nodiscard]] bool isZero() const { return digits_.empty(); }

 private:
  void strip();
  [[nodiscard]] int compareMagnitude(const Decimal& other) const;
  [[nodiscard]] std::string padded(long long exponent, std::size_t length) const;

  bool negative_ = false;
  std::string digits_;
  long long exponent_ = 0;
};

inline constexpr std::size_t kLongestDecimal = 4096;
inline constexpr long long kLargestExponent = 9999;

}  // namespace poscope
