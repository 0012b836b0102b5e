// A number as `poscope round` takes it, kept exactly as far as a decimal can.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/command/decimal.h"
#include "core/numeric/format.h"

namespace poscope {

struct NumberInput {
  std::string text;              ///< As it was written, without blanks around it.
  std::optional<Decimal> exact;  ///< None for infinities and NaN.
  double special = 0;            ///< The infinity or NaN when `exact` is none.
};

/// A decimal of any length, "8k", "0.5M", "2G" (1024-fold, exact), "2^17" (powers of two exactly,
/// others in double), a hex float ("0x1.8p3"), "inf" or "nan" with a sign. Usage error that names
/// the text.
[[nodiscard]] Result<NumberInput> readNumberInput(std::string_view text);

struct RoundingChoice {
  Direction direction = Direction::nearestEven;
  Overflow overflow = Overflow::ofFormat;
  double scale = 1;  ///< Step of a scaled integer; 1 for floating formats.
};

/// The number of `format` that stores the input: rounded once, also where the input is no double. A
/// scaled integer divides by its scale in double first, as a quantiser does.
[[nodiscard]] double storedNumber(const NumberFormat& format, const NumberInput& input,
                                  const RoundingChoice& choice);

/// The numbers of the format on both sides of the input: the largest below it, the smallest above
/// it.
struct Neighbours {
  double below;
  double above;
};
[[nodiscard]] Neighbours neighboursOf(const NumberFormat& format, const NumberInput& input,
                                      double scale);

/// stored - input, the exact difference rounded once to double. NaN where there is none.
[[nodiscard]] double storageError(const NumberInput& input, double stored);

}  // namespace poscope
