// The names that stand for words and behind options, for completions. Computes and reads nothing
// that takes long.
#pragma once

#include "app/cli/grammar.h"

namespace poscope {

[[nodiscard]] std::vector<Candidate> viewValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> figureValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> formatValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> recipeValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> glossaryValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> presetValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> paperValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> endingValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> textFormValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> themeValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> languageValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> backendValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> failOnValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> failOnWayValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> shellValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> roundingValues(const GivenWords& given);
[[nodiscard]] std::vector<Candidate> overflowValues(const GivenWords& given);

/// "context=" and, behind the sign, the values of a choice: of the view that is exported.
[[nodiscard]] std::vector<Candidate> exportSettingValues(const GivenWords& given);
/// The same of the recipe that is judged.
[[nodiscard]] std::vector<Candidate> verdictSettingValues(const GivenWords& given);
/// "context=": what of the view that is exported can run through frames; a standard range behind
/// it.
[[nodiscard]] std::vector<Candidate> frameValues(const GivenWords& given);

}  // namespace poscope
