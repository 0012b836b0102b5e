#include "app/plot/number_text.h"

#include <cmath>
#include <string>

#include "core/base/numbers.h"
#include "core/base/text.h"

namespace poscope {
namespace {

constexpr double kLargestPlainPower = 1048576;

}  // namespace

QString numberText(double number, int digits) {
  if (std::isinf(number)) {
    return number > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  }
  return QString::fromStdString(shortDecimal(number, digits));
}

QString powerText(double power) {
  return QLatin1Char('2') + QString::fromStdString(raisedText(std::ilogb(power)));
}

QString decadeText(double decade) {
  const int exponent = static_cast<int>(std::lround(std::log10(decade)));
  return QStringLiteral("10") + QString::fromStdString(raisedText(exponent));
}

QString integerText(double number) {
  int exponent = 0;
  if (number > kLargestPlainPower && std::frexp(number, &exponent) == 0.5) {
    return powerText(number);
  }
  return QString::fromStdString(readingDecimal(std::round(number)));
}

}  // namespace poscope
