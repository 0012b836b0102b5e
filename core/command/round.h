// `poscope round FORMAT NUMBER... [--json]`: what a number format makes of numbers.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/suggestion.h"
#include "core/command/command_output.h"
#include "core/command/number_input.h"

namespace poscope {

/// One number in a format. Numbers that do not exist (the spacing of infinity, what is above the
/// largest number of a format without infinity) are NaN.
struct RoundedNumber {
  std::string input;
  double stored = 0;
  std::string bits;  ///< From the sign down, "0 10000111 0000000": sign, exponent, fraction;
                     ///< integers in one piece.
  std::string hex;
  double below = 0;  ///< The numbers of the format on both sides of the input.
  double above = 0;
  double spacing = 0;
  double error = 0;  ///< stored - input.
};

struct RoundRequest {
  std::string format;
  std::vector<std::string> numbers;       ///< As readNumberInput takes them.
  std::string rounding = "nearest-even";  ///< A word of kDirections,
  std::string overflow = "format";        ///< and one of kOverflows (rounding_words.h).
  std::string scale;                      ///< Step of int8 and int4; empty for 1.
};

/// The ids of `format`, and the words of `rounding` and `overflow`.
[[nodiscard]] Names roundFormats();
[[nodiscard]] Names roundingNames();
[[nodiscard]] Names overflowNames();

/// Usage errors name the format, number or option, and what was expected.
[[nodiscard]] Result<std::vector<RoundedNumber>> roundNumbers(const RoundRequest& request);

[[nodiscard]] Result<CommandOutput> roundCommand(const RoundRequest& request, bool json,
                                                 Language language);

}  // namespace poscope
