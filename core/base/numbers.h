// Numbers as text: the one parser and the one printer. No locale anywhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace poscope {

/// A number as people write it: decimal ("131072", "1e6", "0.5"), with k, M or G (1024-fold), or
/// "2^17". Usage error otherwise, also for results that are not finite.
[[nodiscard]] Result<double> parseNumber(std::string_view text);

/// A number as people type it or copy it from a page: what parseNumber takes, and "16,384",
/// "16 k", "4096*2", "2¹³", with any space between groups, a true minus and full-width digits.
[[nodiscard]] Result<double> parseTyped(std::string_view text);

/// "2¹²" for 4096; empty when `number` is no power of two above 8.
[[nodiscard]] std::string powerOfTwoText(double number);

/// An exponent: "⁻⁷".
[[nodiscard]] std::string raisedText(int exponent);

/// "1,048,576", with what stands between groups of three digits, and a true minus.
[[nodiscard]] std::string groupedInteger(std::int64_t number, std::string_view separator = ",");

/// The shortest decimal that reads back as the same double: "0.1", "100", "1e+30", "nan", "inf".
/// Integers below 1e15 are written in full.
[[nodiscard]] std::string exactDecimal(double number);

/// Appends exactDecimal to `text`: for files of millions of numbers.
void appendExact(std::string& text, double number);

/// exactDecimal as people read it: thousands separators, a true minus, powers of ten raised:
/// "−1,048,576.5", "1.5×10⁻⁷".
[[nodiscard]] std::string exactText(double number);

/// The same for a computed number: a zero has no sign. (The -0 that a format stores is another
/// number than its 0, and keeps it.)
[[nodiscard]] std::string readingDecimal(double number);

/// Significant digits that sentences show of a real number.
inline constexpr int kTextDigits = 6;

/// A double for people, written as readingDecimal: at most `digits` significant digits, no trailing
/// zeros; integers below 1e9 in full.
[[nodiscard]] std::string shortDecimal(double number, int digits = kTextDigits);

/// The same for programs: ASCII, no separators.
[[nodiscard]] std::string plainShortDecimal(double number, int digits = kTextDigits);

enum class HexLetters { small, capital };

/// `code` as `digits` hexadecimal digits, without a prefix.
[[nodiscard]] std::string hexText(std::uint64_t code, int digits = 16,
                                  HexLetters letters = HexLetters::small);

/// The value of a hexadecimal digit with a small or a capital letter; -1 for what is none.
[[nodiscard]] int hexValue(char digit);

}  // namespace poscope
