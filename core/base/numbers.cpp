#include "core/base/numbers.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/base/words.h"

namespace poscope {
namespace {

// A decimal at the start of `text`; false unless all of it is one.
bool readDecimal(std::string_view text, double& number) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc{} && end == text.data() + text.size();
}

double suffixFactor(char suffix) {
  switch (suffix) {
    case 'k':
    case 'K':
      return 1024.0;
    case 'M':
      return 1024.0 * 1024.0;
    case 'G':
      return 1024.0 * 1024.0 * 1024.0;
    default:
      return 0.0;
  }
}

constexpr std::string_view kMinus = "\u2212";

bool isDigit(char letter) {
  return letter >= '0' && letter <= '9';
}

// "1.5e-07" as people write it: "1.5×10⁻⁷"; a factor of 1 is left away.
std::string withPower(std::string_view mantissa, std::string_view exponent) {
  int power = 0;
  const std::size_t sign = exponent.starts_with('+') ? 1 : 0;
  std::from_chars(exponent.data() + sign, exponent.data() + exponent.size(), power);
  const std::string ten = "10" + raisedText(power);
  const bool one = mantissa == "1" || mantissa == "-1";
  const std::string minus(mantissa.starts_with('-') ? kMinus : std::string_view());
  mantissa.remove_prefix(mantissa.starts_with('-') ? 1 : 0);
  return minus + (one ? ten : std::string(mantissa) + "×" + ten);
}

// "-1234567.5" as people write it: "−1,234,567.5". Words ("nan") stay as they are.
std::string readable(std::string_view plain) {
  const std::size_t power = plain.find('e');
  if (power != std::string_view::npos) {
    return withPower(plain.substr(0, power), plain.substr(power + 1));
  }
  std::string text;
  const std::size_t first = plain.starts_with('-') ? 1 : 0;
  std::size_t whole = first;
  while (whole < plain.size() && isDigit(plain[whole])) {
    ++whole;
  }
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const bool grouped = at > first && at < whole && (whole - at) % 3 == 0;
    text += grouped ? "," : "";
    text += plain[at] == '-' ? kMinus : plain.substr(at, 1);
  }
  return text;
}

double unsignedZero(double number) {
  return number == 0 ? 0.0 : number;
}

}  // namespace

Result<double> parseNumber(std::string_view text) {
  const std::string_view body = trimmed(text);
  double number = 0;
  bool good = readDecimal(body, number);
  const auto caret = body.find('^');
  if (!good && caret != std::string_view::npos) {
    double exponent = 0;
    good =
        readDecimal(body.substr(0, caret), number) && readDecimal(body.substr(caret + 1), exponent);
    number = good ? std::pow(number, exponent) : 0;
  } else if (!good && !body.empty()) {
    const double factor = suffixFactor(body.back());
    good = factor != 0 && readDecimal(body.substr(0, body.size() - 1), number);
    number *= factor;
  }
  if (!good || !std::isfinite(number)) {
    return usageError({"error.number", {{"value", text}}});
  }
  return number;
}

std::string powerOfTwoText(double number) {
  if (!(number > 8) || number != std::exp2(std::round(std::log2(number)))) {
    return {};
  }
  return "2" + raisedText(static_cast<int>(std::round(std::log2(number))));
}

std::string raisedText(int exponent) {
  static constexpr std::string_view kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text(exponent < 0 ? "⁻" : "");
  for (const char digit : std::to_string(std::abs(exponent))) {
    text += kDigits[digit - '0'];
  }
  return text;
}

std::string groupedInteger(std::int64_t number, std::string_view separator) {
  std::string digits = std::to_string(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3;) {
    at -= 3;
    digits.insert(at, separator);
  }
  return digits;
}

void appendExact(std::string& text, double number) {
  if (!std::isfinite(number)) {
    text += std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
    return;
  }
  // Integers in full: 1000000 rather than 1e+06.
  constexpr double kPlainIntegers = 1e15;
  char buffer[64];
  const bool plain = std::abs(number) < kPlainIntegers && number == std::floor(number);
  const auto result =
      plain ? std::to_chars(std::begin(buffer), std::end(buffer), number, std::chars_format::fixed)
            : std::to_chars(std::begin(buffer), std::end(buffer), number);
  text.append(buffer, result.ptr);
}

std::string exactDecimal(double number) {
  std::string text;
  appendExact(text, number);
  return text;
}

std::string exactText(double number) {
  return readable(exactDecimal(number));
}

std::string readingDecimal(double number) {
  return exactText(unsignedZero(number));
}

std::string shortDecimal(double number, int digits) {
  return readable(plainShortDecimal(number, digits));
}

std::string plainShortDecimal(double number, int digits) {
  constexpr double kPlainIntegers = 1e9;
  const bool whole = std::abs(number) < kPlainIntegers && number == std::floor(number);
  if (!std::isfinite(number) || whole) {
    return exactDecimal(unsignedZero(number));
  }
  char buffer[64];
  const auto result = std::to_chars(std::begin(buffer), std::end(buffer), number,
                                    std::chars_format::general, digits);
  return std::string(buffer, result.ptr);
}

std::string hexText(std::uint64_t code, int digits, HexLetters letters) {
  const char* const row = letters == HexLetters::small ? "0123456789abcdef" : "0123456789ABCDEF";
  std::string text(static_cast<std::size_t>(digits), '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, code >>= 4U) {
    *digit = row[code & 15U];
  }
  return text;
}

int hexValue(char digit) {
  return digit >= '0' && digit <= '9'   ? digit - '0'
         : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
         : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                        : -1;
}

}  // namespace poscope
