#include "core/cases/case_gallery.h"

#include <algorithm>
#include <span>

#include "core/base/embedded.h"
#include "core/model/json_rows.h"

namespace poscope {
namespace {

using CaseKey =
    JsonKey<PublicCase, std::string, std::int64_t, double, bool, Scheme, CaseRecipe, CaseMarks>;
using RecipeKey = JsonKey<CaseRecipe, std::string>;
using MarkKey = JsonKey<CaseMarks, VerdictState>;

constexpr VerdictState kStates[] = {VerdictState::good, VerdictState::harmless, VerdictState::bad};

constexpr CaseKey kCaseKeys[] = {
    {"id", &PublicCase::id, true},       {"scheme", &PublicCase::scheme, true},
    {"link", &PublicCase::link, true},   {"broken", &PublicCase::broken, true},
    {"fixed", &PublicCase::fixed, true}, {"also", &PublicCase::also},
    {"marks", &PublicCase::marks, true}, {"format", &PublicCase::format},
    {"start", &PublicCase::start},       {"context", &PublicCase::context, true},
    {"dim", &PublicCase::dim},           {"base", &PublicCase::base},
    {"scaling", &PublicCase::scaling},   {"heads", &PublicCase::heads},
    {"head", &PublicCase::head},         {"query", &PublicCase::query},
    {"example", &PublicCase::example},   {"pair", &PublicCase::pair},
    {"claimed", &PublicCase::claimed},   {"wrongNumber", &PublicCase::wrongNumber},
    {"assumed", &PublicCase::assumed},
};
constexpr RecipeKey kRecipeKeys[] = {{"recipe", &CaseRecipe::id, true},
                                     {"stages", &CaseRecipe::stages}};
constexpr MarkKey kMarkKeys[] = {{"unique", &CaseMarks::unique, true},
                                 {"relative", &CaseMarks::relative, true},
                                 {"faithful", &CaseMarks::faithful, true}};

}  // namespace

// Found by the types of their arguments, which an unnamed namespace would hide.
static std::span<const RecipeKey> objectKeys(const CaseRecipe* /*row*/) {
  return kRecipeKeys;
}
static std::span<const MarkKey> objectKeys(const CaseMarks* /*row*/) {
  return kMarkKeys;
}
static bool acceptJson(const JsonValue& value, VerdictState& target) {
  const auto* const found =
      std::find_if(std::begin(kStates), std::end(kStates),
                   [&value](VerdictState state) { return verdictStateName(state) == value.text; });
  target = found == std::end(kStates) ? VerdictState::good : *found;
  return found != std::end(kStates);
}

namespace {

std::vector<PublicCase> loadCases() {
  const EmbeddedFile& file = embeddedCases().front();
  return shippedRows(parseCases(file.text, file.name));
}

}  // namespace

Result<std::vector<PublicCase>> parseCases(std::string_view json, std::string_view fileName) {
  POSCOPE_TRY(const JsonDocument document, parseJson(std::string(json), fileName));
  return JsonRows(document, fileName).rows<PublicCase>(kCaseKeys);
}

std::span<const PublicCase> publicCases() {
  static const std::vector<PublicCase> cases = loadCases();
  return cases;
}

const PublicCase* findCase(std::string_view id) {
  for (const PublicCase& report : publicCases()) {
    if (report.id == id) {
      return &report;
    }
  }
  return nullptr;
}

Result<Recipe> recipeOf(const PublicCase& report, const CaseRecipe& named) {
  const Recipe* found = findRecipe(report.scheme, named.id);
  if (found == nullptr) {
    return internalError({"cases.error.recipe", {{"case", report.id}, {"recipe", named.id}}});
  }
  Result<Recipe> recipe = *found;
  std::string_view rest = named.stages;
  while (recipe && !rest.empty()) {
    const auto end = std::min(rest.find('&'), rest.size());
    const std::string_view setting = rest.substr(0, end);
    const auto equals = std::min(setting.find('='), setting.size());
    rest.remove_prefix(std::min(end + 1, rest.size()));
    recipe = withStage(std::move(*recipe), setting.substr(0, equals),
                       setting.substr(std::min(equals + 1, setting.size())));
  }
  return recipe;
}

}  // namespace poscope
