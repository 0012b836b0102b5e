// Numbers on axes and in cells. No locale.
#pragma once

#include <QString>

namespace poscope {

/// At most `digits` significant digits, a real minus sign, powers of ten raised: "0.0625", "-12",
/// "1.5 × 10⁻⁷".
[[nodiscard]] QString numberText(double number, int digits);

/// A power of two as such: "2¹⁰".
[[nodiscard]] QString powerText(double power);

/// "10⁻³" for a power of ten.
[[nodiscard]] QString decadeText(double decade);
/// An integer with thousands separators; powers of two from 2^21 on are written as such.
[[nodiscard]] QString integerText(double number);

}  // namespace poscope
