#include "core/base/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>

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

// What people and pages write instead of ASCII, and what it stands for.
struct Sign {
  std::string_view written;
  std::string_view meant;
};
constexpr Sign kSigns[] = {{kMinus, "-"},   {"\u00d7", "*"}, {"\u00b7", "*"}, {"\u00a0", " "},
                           {"\u2009", " "}, {"\u202f", " "}, {"\u3000", " "}, {"\uff0c", ","},
                           {"\uff0e", "."}, {"\uff0d", "-"}, {"\uff0b", "+"}, {"\uff0a", "*"},
                           {"\uff10", "0"}, {"\uff11", "1"}, {"\uff12", "2"}, {"\uff13", "3"},
                           {"\uff14", "4"}, {"\uff15", "5"}, {"\uff16", "6"}, {"\uff17", "7"},
                           {"\uff18", "8"}, {"\uff19", "9"}};
// The minus, then the digits from 0 on.
constexpr Sign kRaised[] = {{"\u207b", "-"}, {"\u2070", "0"}, {"\u00b9", "1"}, {"\u00b2", "2"},
                            {"\u00b3", "3"}, {"\u2074", "4"}, {"\u2075", "5"}, {"\u2076", "6"},
                            {"\u2077", "7"}, {"\u2078", "8"}, {"\u2079", "9"}};

template <std::size_t kCount>
const Sign* signAt(const Sign (&signs)[kCount], std::string_view text) {
  for (const Sign& sign : signs) {
    if (text.starts_with(sign.written)) {
      return &sign;
    }
  }
  return nullptr;
}

// Typed text in ASCII as far as it stands for some; "2¹³" becomes "2^13".
std::string asciiOf(std::string_view typed) {
  std::string text;
  bool raised = false;
  while (!typed.empty()) {
    const Sign* const above = signAt(kRaised, typed);
    const Sign* const sign = above != nullptr ? above : signAt(kSigns, typed);
    text += above != nullptr && !raised ? "^" : "";
    raised = above != nullptr;
    text += sign == nullptr ? typed.substr(0, 1) : sign->meant;
    typed.remove_prefix(sign == nullptr ? 1 : sign->written.size());
  }
  return text;
}

// "1.5*10^-7", as pages write it, is the one number 1.5e-7 and no product of two rounded ones.
std::string withExponent(std::string text) {
  constexpr std::string_view kTen = "*10^";
  const auto at = text.find(kTen);
  if (at != std::string::npos && at > 0 && isDigit(text[at - 1])) {
    text.replace(at, kTen.size(), "e");
  }
  return text;
}

bool digitsAt(std::string_view text, std::size_t first, std::size_t count) {
  for (std::size_t at = first; at < first + count; ++at) {
    if (at >= text.size() || !isDigit(text[at])) {
      return false;
    }
  }
  return true;
}

// "16,384" and "16 384" without what stands between their groups. A comma elsewhere stays, and is
// refused: "0,5" is a half for some and no number here.
std::string withoutGroups(std::string_view text) {
  std::size_t first = 0;
  while (first < text.size() && !isDigit(text[first])) {
    ++first;
  }
  std::size_t at = first;
  while (at < text.size() && isDigit(text[at])) {
    ++at;
  }
  if (at == first || at - first > 3) {
    return std::string(text);
  }
  std::string joined(text.substr(0, at));
  const char between = at < text.size() ? text[at] : '\0';
  while (at < text.size() && text[at] == between && (between == ',' || between == ' ') &&
         digitsAt(text, at + 1, 3) && !digitsAt(text, at + 4, 1)) {
    joined += text.substr(at + 1, 3);
    at += 4;
  }
  return joined + std::string(text.substr(at));
}

// One factor of a product: spaces may stand around its parts ("16 k", "2 ^ 13").
Result<double> typedFactor(std::string_view text) {
  std::string factor = withoutGroups(trimmed(text));
  for (const std::string_view spaced : {" k", " K", " M", " G", " ^", "^ ", "- ", "+ "}) {
    const auto at = factor.find(spaced);
    if (at != std::string::npos) {
      factor.erase(spaced.front() == ' ' ? at : at + 1, 1);
    }
  }
  return parseNumber(factor);
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

Result<double> parseTyped(std::string_view text) {
  const std::string ascii = withExponent(asciiOf(text));
  double product = 1;
  for (std::size_t first = 0; first <= ascii.size();) {
    const std::size_t end = std::min(ascii.find('*', first), ascii.size());
    const auto factor = typedFactor(std::string_view(ascii).substr(first, end - first));
    product *= factor.value_or(std::nan(""));
    first = end + 1;
  }
  if (!std::isfinite(product)) {
    return usageError({"error.number", {{"value", text}}});
  }
  return product;
}

std::string powerOfTwoText(double number) {
  if (!(number > 8) || number != std::exp2(std::round(std::log2(number)))) {
    return {};
  }
  return "2" + raisedText(static_cast<int>(std::round(std::log2(number))));
}

std::string raisedText(int exponent) {
  std::string text;
  for (const char letter : std::to_string(exponent)) {
    text += kRaised[letter == '-' ? 0 : 1 + (letter - '0')].written;
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
  return digits.replace(0, sign, sign == 0 ? std::string_view() : kMinus);
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
