#include "app/plot/number_text.h"

#include <cmath>
#include <string>

#include "core/base/numbers.h"
#include "core/base/text.h"

namespace poscope {
namespace {

constexpr double kLargestPlainPower = 1048576;
constexpr char16_t kMinus = 0x2212;

QString raised(int exponent) {
  static const QString kDigits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString text = exponent < 0 ? QStringLiteral("⁻") : QString();
  for (const QChar digit : QString::number(std::abs(exponent))) {
    text += kDigits[digit.digitValue()];
  }
  return text;
}

}  // namespace

QString numberText(double number, int digits) {
  if (std::isinf(number)) {
    return number > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  }
  const QString text = QString::fromStdString(shortDecimal(number, digits));
  const qsizetype exponentAt = text.indexOf(QLatin1Char('e'));
  if (exponentAt < 0) {
    return text;
  }
  const bool below = text[exponentAt + 1].unicode() == kMinus;
  const int exponent = text.mid(exponentAt + 2).toInt();
  const QString power = QStringLiteral("10%1").arg(raised(below ? -exponent : exponent));
  const QString mantissa = text.left(exponentAt);
  return mantissa == QLatin1String("1") ? power : QStringLiteral("%1×%2").arg(mantissa, power);
}

QString powerText(double power) {
  return QStringLiteral("2%1").arg(raised(std::ilogb(power)));
}

QString integerText(double number) {
  int exponent = 0;
  if (number > kLargestPlainPower && std::frexp(number, &exponent) == 0.5) {
    return powerText(number);
  }
  return QString::fromStdString(readingDecimal(std::round(number)));
}

}  // namespace poscope
