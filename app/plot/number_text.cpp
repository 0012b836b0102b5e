#include "app/plot/number_text.h"

#include <cmath>
#include <string>

#include "core/base/numbers.h"
#include "core/base/text.h"

namespace poscope {
namespace {

constexpr double kLargestPlainPower = 1048576;

QString withMinus(QString text) {
  return text.replace(QLatin1Char('-'), QChar(0x2212));
}

// Separators between thousands from five digits on.
QString withGroups(const QString& plain) {
  const qsizetype point = plain.indexOf(QLatin1Char('.'));
  QString whole = point < 0 ? plain : plain.left(point);
  const qsizetype first = whole.startsWith(QLatin1Char('-')) ? 1 : 0;
  if (whole.size() - first > 4) {
    for (qsizetype at = whole.size() - 3; at > first; at -= 3) {
      whole.insert(at, QLatin1Char(','));
    }
  }
  return point < 0 ? whole : whole + plain.mid(point);
}

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
  const QString plain = QString::fromStdString(shortDecimal(number, digits));
  const qsizetype exponentAt = plain.indexOf(QLatin1Char('e'));
  if (exponentAt < 0) {
    return withMinus(withGroups(plain));
  }
  const int exponent = plain.mid(exponentAt + 1).toInt();
  const QString power = QStringLiteral("10%1").arg(raised(exponent));
  const QString mantissa = plain.left(exponentAt);
  return mantissa == QLatin1String("1") ? power
                                        : QStringLiteral("%1×%2").arg(withMinus(mantissa), power);
}

QString powerText(double power) {
  return QStringLiteral("2%1").arg(raised(std::ilogb(power)));
}

QString integerText(double number, bool grouped) {
  int exponent = 0;
  if (number > kLargestPlainPower && std::frexp(number, &exponent) == 0.5) {
    return powerText(number);
  }
  const auto whole = static_cast<std::int64_t>(std::llround(number));
  return withMinus(grouped ? QString::fromStdString(groupedInteger(whole))
                           : QString::number(whole));
}

}  // namespace poscope
