#include "core/command/verdict.h"

#include <algorithm>

#include "core/analysis/effect.h"
#include "core/audit/phase_error.h"
#include "core/base/words.h"
#include "core/command/verdict_report.h"
#include "core/figure/verdict_words.h"
#include "core/state/schema.h"
#include "core/state/scheme_parameters.h"
#include "core/views/judgement.h"

namespace poscope {
namespace {

// What `--set` takes whatever the scheme.
constexpr std::string_view kCommonSettings[] = {"format", "overflow"};

bool isSetting(std::string_view name) {
  const auto has = [name](std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto schemes = recipeSchemes();
  return has(kCommonSettings) ||
         std::any_of(schemes.begin(), schemes.end(),
                     [&](const SchemeRow& row) { return has(schemeParameters(row.scheme)); });
}

/// What the command line asks for.
struct Request {
  Params params;
  std::vector<Text> notes;
};

// "position=bf16" and, as links write it, "a.position=bf16" change a stage.
Result<void> applySetting(const std::string& text, Scheme scheme, Request& request) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) {
    return usageError({"command.error.set", {{"value", text}}});
  }
  const std::string name = text.substr(0, equals);
  const std::string value = text.substr(equals + 1);
  const std::string stage = name.starts_with("a.") ? name.substr(2) : name;
  if (findStage(scheme, stage) != nullptr) {
    return request.params.set("a." + stage, value);
  }
  if (!isSetting(name)) {
    const std::vector<std::string> settings = verdictSettings(scheme);
    Names known = namesOf(stagesOf(scheme), &StageSpec::name);
    known.all.insert(known.all.begin(), settings.begin(), settings.end());
    return usageError(withSuggestion({"verdict.error.set",
                                      {{"name", name},
                                       {"scheme", schemeText(scheme)},
                                       {"settings", joinWords(settings)},
                                       {"stages", stageNames(scheme)}}},
                                     name, known.all));
  }
  const std::vector<std::string> own = verdictSettings(scheme);
  if (std::find(own.begin(), own.end(), name) == own.end()) {
    request.notes.push_back(
        {"verdict.note.idle", {{"name", name}, {"scheme", schemeText(scheme)}}});
  }
  return request.params.set(name, value);
}

Result<Request> requestOf(const VerdictOptions& options) {
  if (options.recipe.empty() || options.context.empty()) {
    return usageError(
        {"command.error.required", {{"value", options.recipe.empty() ? "RECIPE" : "--context N"}}});
  }
  const Recipe* recipe = findRecipe(options.recipe);
  if (recipe == nullptr) {
    return usageError(unknownName("verdict.error.recipe", options.recipe, verdictRecipes()));
  }
  Request request{Params(verdictSchema(recipe->scheme)), {}};
  Result<void> done = request.params.set("a", recipe->id);
  if (done) {
    done = request.params.set("context", options.context);
  }
  if (done && !options.start.empty()) {
    done = request.params.set("start", options.start);
  }
  for (const std::string& set : options.sets) {
    done = done ? applySetting(set, recipe->scheme, request) : done;
  }
  POSCOPE_CHECK(done);
  if (isBias(recipe->scheme) && request.params.integer(parameter::kStart) > 0) {
    request.notes.push_back({"verdict.note.start", {{"scheme", schemeText(recipe->scheme)}}});
  }
  return request;
}

// Frequencies that follow the length are others at another context: there is no reach to tell.
bool hasReach(const VerdictReport& report) {
  const bool follows = report.judged.setup.shape.scaling.is(&ScalingRow::followsLength);
  return !isBias(report.recipe().scheme) && !follows && isFine(report.judged.verdicts);
}

Result<VerdictReport> reportOf(const Request& request, const VerdictControl& control) {
  VerdictReport report{
      request.params, {verdictSetup(request.params, parameter::kA), {}}, {}, 0, request.notes};
  POSCOPE_TRY(report.judged.verdicts, judge(report.judged.setup, control));
  POSCOPE_TRY(report.effect, attentionEffect(report.judged.setup, {{}, control.stop}));
  if (hasReach(report)) {
    POSCOPE_TRY(
        const auto reach,
        faithfulReach(report.judged.setup, report.judged.verdicts.faithful, {{}, control.stop}));
    report.reach = reach;
  }
  return report;
}

}  // namespace

// Params point into their schema: one for each scheme, in the order of the table of schemes.
const Schema& verdictSchema(Scheme scheme) {
  static const std::vector<Schema> kSchemas = [] {
    std::vector<Schema> schemas;
    for (const SchemeRow& row : recipeSchemes()) {
      schemas.push_back(joinSchemas(
          {{integerParameter(parameter::kContext, 2, 2, kLastJudged),
            integerParameter(parameter::kStart, 0, 0, kLastJudged)},
           allSchemeParameters(),
           {formatParameter(parameter::kFormat, "bf16", kAtModel), overflowParameter(),
            recipeParameter(parameter::kA, row.scheme, recipesOf(row.scheme).front().id)}}));
    }
    return schemas;
  }();
  return kSchemas[static_cast<std::size_t>(scheme)];
}

Names verdictRecipes() {
  Names names{{}, "poscope recipes"};
  for (const Recipe& recipe : recipeCatalogue()) {
    names.all.push_back(findRecipe(recipe.id) == &recipe
                            ? recipe.id
                            : std::string(recipeSchemeName(recipe.scheme)) + "/" + recipe.id);
  }
  return names;
}

std::vector<std::string> verdictSettings(Scheme scheme) {
  const auto own = schemeParameters(scheme);
  std::vector<std::string> names(own.begin(), own.end());
  names.insert(names.end(), std::begin(kCommonSettings), std::end(kCommonSettings));
  return names;
}

Result<CommandOutput> verdictCommand(const VerdictOptions& options, Language language,
                                     const VerdictControl& control) {
  POSCOPE_TRY(const auto request, requestOf(options));
  return reportOf(request, control).map([&](const VerdictReport& report) {
    return CommandOutput{
        options.json ? verdictJson(report, language) : verdictText(report, language), 0};
  });
}

}  // namespace poscope
