// The gallery of public bug reports about precision: one row of resources/cases/cases.json each.
// What a row says in words is in resources/text/<language>/cases.txt; what it says in numbers is
// computed (case_numbers.h). Sizes are the report's; where it names none, those of the model it
// speaks of (its text `.assumed` says so).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/verdict.h"
#include "core/base/result.h"
#include "core/encoding/rope_scaling.h"
#include "core/recipe/recipe.h"

namespace poscope {

/// A recipe of the catalogue with the stages that a report has otherwise.
struct CaseRecipe {
  std::string id;      ///< Of a recipe of the case's scheme; empty for none.
  std::string stages;  ///< "making=arange16&table=fp32", as in links; empty for none.
};

/// Verdicts on the broken recipe at the case's context, for the list of all cases: judging them all
/// takes longer than a page may. The tests judge every row and hold them against these.
struct CaseMarks {
  VerdictState unique = VerdictState::good;
  VerdictState relative = VerdictState::good;
  VerdictState faithful = VerdictState::good;
  friend bool operator==(const CaseMarks&, const CaseMarks&) = default;
};

/// A report: where it is, what its code computed, and what it should have computed. Texts are
/// `choice.case.<id>` (repository and number), `cases.<id>.what`, `.symptom`, `.fix`, and where
/// the row says so `.wrong` and `.assumed`.
struct PublicCase {
  std::string id;  ///< Fixed: links use it.
  std::string link;
  Scheme scheme = Scheme::rope;
  CaseRecipe broken;
  CaseRecipe fixed;
  CaseMarks marks = {};
  CaseRecipe also = {};  ///< A third way that the thread tells of or proposes.
  std::string format = "bf16";
  std::int64_t start = 0;
  std::int64_t context = 8192;

  std::int64_t dim = 128;  ///< rope: rotary dimensions and base.
  double base = 10000;
  std::string scaling = "none";  ///< As parseRopeScaling reads it.
  std::int64_t heads = 40;       ///< alibi.
  std::int64_t head = 0;         ///< alibi: whose weights are told.
  std::int64_t query = -1;       ///< alibi: whose weights are told; -1 for the last.

  std::int64_t example = -1;  ///< A position that the report names; -1 for the last.
  std::int64_t pair = 0;      ///< rope: the pair of the example.
  std::string claimed = {};   ///< The number that the report gives, where it is wrong.
  bool wrongNumber = false;   ///< The report's own arithmetic is wrong: text `.wrong`.
  bool assumed = false;       ///< Something that the report does not say: text `.assumed`.

  [[nodiscard]] std::int64_t last() const { return start + context - 1; }
};

/// The cases of a file: a JSON list of objects whose keys are the members of PublicCase by name,
/// `recipe` and `stages` within a recipe. id, scheme, link, broken, fixed, marks and context must
/// be there. Errors (file) name `fileName`, line, column and key: a key that a case does not have,
/// that is missing or stands twice; a value of another kind, or a name of no scheme or state; an id
/// that stands twice. Whether recipes and formats exist is not asked.
[[nodiscard]] Result<std::vector<PublicCase>> parseCases(std::string_view json,
                                                         std::string_view fileName);

/// Those of resources/cases, in the order in which the gallery lists them; the first is the
/// default. A shipped file that does not parse ends the program with its message.
[[nodiscard]] std::span<const PublicCase> publicCases();

/// nullptr when there is none.
[[nodiscard]] const PublicCase* findCase(std::string_view id);

/// The recipe with its stages. Internal errors for a row that names what does not exist (the tests
/// go through all rows).
[[nodiscard]] Result<Recipe> recipeOf(const PublicCase& report, const CaseRecipe& named);

}  // namespace poscope
