// What the view `cases` says of a case's numbers: the arguments of its sentences, and its facts.
#pragma once

#include <string_view>
#include <vector>

#include "core/cases/case_numbers.h"
#include "core/figure/figure.h"

namespace poscope {

/// Every number that a sentence about a case may name. Those that a scheme does not have are 0.
[[nodiscard]] std::vector<TextArgument> caseArguments(const PublicCase& report,
                                                      const CaseNumbers& numbers);

/// The text `cases.<id>.<part>` with its arguments; the row says whether it has `wrong` and
/// `assumed`.
[[nodiscard]] Text caseText(const PublicCase& report, std::string_view part,
                            const std::vector<TextArgument>& arguments);

/// A share of 0..1 in percent, to three digits; below 0.0001 % it is 0.
[[nodiscard]] std::string percentOf(double share);

/// The facts of the view, under the names of caseFactNames() and in their order. Numbers that a
/// scheme does not have are 0, those of a third way that a case does not have NaN.
[[nodiscard]] std::vector<Fact> caseFacts(const PublicCase& report, const CaseNumbers& numbers);
[[nodiscard]] std::vector<std::string> caseFactNames();

}  // namespace poscope
