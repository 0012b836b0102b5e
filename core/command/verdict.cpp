#include "core/command/verdict.h"

#include <algorithm>
#include <array>

#include "core/analysis/effect.h"
#include "core/audit/phase_error.h"
#include "core/command/verdict_report.h"
#include "core/figure/verdict_words.h"
#include "core/state/schema.h"
#include "core/views/judgement.h"

namespace poscope {
namespace {

/// What `--set` takes, and for which schemes it means something.
struct SettingRow {
  const char* name;
  bool phase;
  bool alibi;
};
constexpr SettingRow kSettings[] = {
    {"dim", true, false},      {"base", true, false},     {"scaling", true, false},
    {"trained", true, false},  {"head_dim", true, false}, {"heads", false, true},
    {"max_bias", false, true}, {"format", true, true},    {"overflow", true, true}};

bool applies(const SettingRow& row, RecipeScheme scheme) {
  return scheme == RecipeScheme::alibi ? row.alibi : row.phase;
}

const SettingRow* findSetting(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kSettings), std::end(kSettings),
                                         [&](const SettingRow& row) { return row.name == name; });
  return found == std::end(kSettings) ? nullptr : found;
}

Schema schemaOf(RecipeScheme scheme) {
  const VerdictSetup standard;
  const RopeShape shape;
  return joinSchemas({{integerParameter("context", 2, 2, kLastJudged),
                       integerParameter("start", 0, 0, kLastJudged), dimParameter(shape.dim),
                       baseParameter(), integerParameter("heads", standard.heads, 1, 1024),
                       realParameter("max_bias", standard.maxBias, 0.0625, 1024),
                       formatParameter("format", "bf16", kAtModel), overflowParameter(),
                       recipeParameter("a", scheme, "exact")},
                      modelContextParameters()});
}

// Params point into their schema: one for each scheme, in the order of RecipeScheme.
const Schema& sharedSchema(RecipeScheme scheme) {
  static const std::array<Schema, 3> kSchemas{schemaOf(RecipeScheme::sinusoid),
                                              schemaOf(RecipeScheme::rope),
                                              schemaOf(RecipeScheme::alibi)};
  return kSchemas[static_cast<std::size_t>(scheme)];
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string recipeIds(RecipeScheme scheme) {
  std::vector<std::string> ids;
  for (const Recipe& recipe : recipeCatalogue()) {
    if (recipe.scheme == scheme) {
      ids.push_back(recipe.id);
    }
  }
  return joined(ids);
}

tl::unexpected<Error> unknownRecipe(const std::string& value) {
  return usageError({"verdict.error.recipe",
                     {{"value", value},
                      {"rope", recipeIds(RecipeScheme::rope)},
                      {"alibi", recipeIds(RecipeScheme::alibi)},
                      {"sinusoid", recipeIds(RecipeScheme::sinusoid)}}});
}

std::string stageNames(RecipeScheme scheme) {
  std::vector<std::string> names;
  for (const StageSpec& stage : stagesOf(scheme)) {
    names.emplace_back(stage.name);
  }
  return joined(names);
}

bool isStage(RecipeScheme scheme, std::string_view name) {
  const auto stages = stagesOf(scheme);
  return std::any_of(stages.begin(), stages.end(),
                     [&](const StageSpec& stage) { return stage.name == name; });
}

/// What the command line asks for.
struct Request {
  Params params;
  std::vector<Text> notes;
};

// "position=bf16" and, as links write it, "a.position=bf16" change a stage.
Result<void> applySetting(const std::string& text, RecipeScheme scheme, Request& request) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) {
    return usageError({"command.error.set", {{"value", text}}});
  }
  const std::string name = text.substr(0, equals);
  const std::string value = text.substr(equals + 1);
  const std::string stage = name.starts_with("a.") ? name.substr(2) : name;
  if (isStage(scheme, stage)) {
    return request.params.set("a." + stage, value);
  }
  const SettingRow* row = findSetting(name);
  if (row == nullptr) {
    return usageError({"verdict.error.set",
                       {{"name", name},
                        {"scheme", schemeText(scheme)},
                        {"settings", joined(verdictSettings(scheme))},
                        {"stages", stageNames(scheme)}}});
  }
  if (!applies(*row, scheme)) {
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
    return unknownRecipe(options.recipe);
  }
  Request request{Params(sharedSchema(recipe->scheme)), {}};
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
  if (!done) {
    return tl::unexpected<Error>(done.error());
  }
  if (recipe->scheme == RecipeScheme::alibi && request.params.integer("start") > 0) {
    request.notes.emplace_back("verdict.note.start");
  }
  return request;
}

// Frequencies that follow the length are others at another context: there is no reach to tell.
bool hasReach(const VerdictReport& report) {
  const bool follows = report.judged.setup.shape.scaling.is(&ScalingRow::followsLength);
  return !report.alibi() && !follows && isFine(report.judged.verdicts);
}

Result<VerdictReport> reportOf(const Request& request, const VerdictControl& control) {
  VerdictReport report{
      request.params, {verdictSetup(request.params, "a"), {}}, {}, 0, request.notes};
  auto verdicts = judge(report.judged.setup, control);
  if (!verdicts) {
    return tl::unexpected<Error>(verdicts.error());
  }
  report.judged.verdicts = std::move(*verdicts);
  const auto effect = attentionEffect(report.judged.setup, {{}, control.stop});
  if (!effect) {
    return tl::unexpected<Error>(effect.error());
  }
  report.effect = *effect;
  if (hasReach(report)) {
    const auto reach =
        faithfulReach(report.judged.setup, report.judged.verdicts.faithful, {{}, control.stop});
    if (!reach) {
      return tl::unexpected<Error>(reach.error());
    }
    report.reach = *reach;
  }
  return report;
}

}  // namespace

std::vector<std::string> verdictSettings(RecipeScheme scheme) {
  std::vector<std::string> names;
  for (const SettingRow& row : kSettings) {
    if (applies(row, scheme)) {
      names.emplace_back(row.name);
    }
  }
  return names;
}

Result<CommandOutput> verdictCommand(const VerdictOptions& options, Language language,
                                     const VerdictControl& control) {
  const auto request = requestOf(options);
  if (!request) {
    return tl::unexpected<Error>(request.error());
  }
  return reportOf(*request, control).map([&](const VerdictReport& report) {
    return CommandOutput{
        options.json ? verdictJson(report, language) : verdictText(report, language), 0};
  });
}

}  // namespace poscope
