// The tables and verdicts of the view `cases`.
#pragma once

#include <string_view>
#include <vector>

#include "core/cases/case_words.h"

namespace poscope {

/// A case with its numbers, and the arguments of all its sentences.
struct CaseWords {
  const PublicCase& report;
  const CaseNumbers& numbers;
  std::vector<TextArgument> arguments;

  [[nodiscard]] Text with(std::string_view key) const { return {key, arguments}; }
  /// The text `cases.<id>.<part>`.
  [[nodiscard]] Text of(std::string_view part) const { return caseText(report, part, arguments); }
};

/// Repository and number, "transformers #29285".
[[nodiscard]] Text caseName(const PublicCase& report);
/// What went wrong, in a few words.
[[nodiscard]] Text caseWhat(const PublicCase& report);

/// Broken against fixed, a row for each number.
[[nodiscard]] TablePanel comparisonTable(const CaseWords& words);
/// What the report says, what that comes to, and where to go on.
[[nodiscard]] TablePanel aboutTable(const CaseWords& words);
/// All reports; a click chooses one.
[[nodiscard]] TablePanel listTable(const PublicCase& chosen);
/// Of the broken recipe, with what the fixed one gets.
[[nodiscard]] Result<void> addCaseVerdicts(Figure& figure, const CaseWords& words);

}  // namespace poscope
