#include "core/recipe/recipe.h"

#include <algorithm>
#include <array>

#include "core/recipe/catalogue.h"

namespace poscope {
namespace {

constexpr SchemeRow kSchemes[] = {{RecipeScheme::sinusoid, "sinusoid"},
                                  {RecipeScheme::rope, "rope"},
                                  {RecipeScheme::alibi, "alibi"}};

constexpr CastWayRow kWays[] = {
    {CastWay::none, "none"},          {CastWay::load, "load"},
    {CastWay::cast, "cast"},          {CastWay::autocast, "autocast"},
    {CastWay::zeroInit, "zero-init"}, {CastWay::defaultDtype, "default-dtype"}};

// A word of a stage and what it means to the code.
template <typename Meaning>
struct Word {
  std::string_view word;
  Meaning meaning;
};

constexpr Word<std::int64_t> kMakings[] = {
    {"integers", 1}, {"arange8", 8}, {"arange16", 16}, {"arange32", 32}};
constexpr Word<FrequencyForm> kForms[] = {{"power", FrequencyForm::power},
                                          {"exponential", FrequencyForm::exponential},
                                          {"timing", FrequencyForm::timing},
                                          {"stepwise", FrequencyForm::stepwise},
                                          {"recurrence", FrequencyForm::recurrence}};
constexpr Word<SlopeForm> kSlopeForms[] = {{"press", SlopeForm::press},
                                           {"pow32", SlopeForm::pow32},
                                           {"mpt", SlopeForm::mpt},
                                           {"ggml", SlopeForm::ggml}};
constexpr Word<AlibiIndex> kIndices[] = {{"absolute", AlibiIndex::absolute},
                                         {"relative", AlibiIndex::relative},
                                         {"last-key", AlibiIndex::lastKey}};
constexpr Word<bool> kApplications[] = {{"each", true}, {"once", false}};

template <typename Meaning, std::size_t kCount>
constexpr std::array<std::string_view, kCount> wordsOf(const Word<Meaning> (&rows)[kCount]) {
  std::array<std::string_view, kCount> words{};
  for (std::size_t i = 0; i < kCount; ++i) {
    words[i] = rows[i].word;
  }
  return words;
}

constexpr auto kMakingWords = wordsOf(kMakings);
constexpr auto kFormWords = wordsOf(kForms);
constexpr auto kSlopeWords = wordsOf(kSlopeForms);
constexpr auto kIndexWords = wordsOf(kIndices);
constexpr auto kApplicationWords = wordsOf(kApplications);
constexpr std::array<std::string_view, 3> kInterpolationWords{"frequency", "divide", "multiply"};
constexpr std::array<std::string_view, 2> kLayoutWords{"half", "interleaved"};

constexpr StageSpec kSinusoidStages[] = {
    {"making", kMakingWords}, {"position", {}}, {"form", kFormWords},
    {"frequency", {}},        {"angle", {}},    {"table", {}}};
constexpr StageSpec kRopeStages[] = {{"making", kMakingWords},
                                     {"position", {}},
                                     {"interpolation", kInterpolationWords},
                                     {"form", kFormWords},
                                     {"frequency", {}},
                                     {"angle", {}},
                                     {"table", {}},
                                     {"application", kApplicationWords},
                                     {"rotation", {}},
                                     {"score", {}},
                                     {"layout", kLayoutWords}};
constexpr StageSpec kAlibiStages[] = {{"slopes", kSlopeWords}, {"slope", {}},
                                      {"index", kIndexWords},  {"position", {}},
                                      {"product", {}},         {"bias", {}}};

constexpr std::span<const StageSpec> kStages[] = {kSinusoidStages, kRopeStages, kAlibiStages};

// The place of a stage among those of its scheme; the number of stages when there is none.
std::size_t stageIndex(RecipeScheme scheme, std::string_view stage) {
  const auto stages = stagesOf(scheme);
  const auto found = std::find_if(stages.begin(), stages.end(),
                                  [&](const StageSpec& spec) { return spec.name == stage; });
  return static_cast<std::size_t>(found - stages.begin());
}

template <typename Meaning, std::size_t kCount>
Meaning meaningOf(const Recipe& recipe, std::string_view stage,
                  const Word<Meaning> (&rows)[kCount]) {
  const std::string_view word = recipe.setting(stage);
  for (const Word<Meaning>& row : rows) {
    if (row.word == word) {
      return row.meaning;
    }
  }
  return rows[0].meaning;  // The scheme has no such stage: the plain way.
}

template <typename Names>
std::string listed(const Names& names) {
  std::string list;
  for (const auto& name : names) {
    list += (list.empty() ? "" : ", ") + std::string(name);
  }
  return list;
}

std::string stageNames(RecipeScheme scheme) {
  std::vector<std::string_view> names;
  for (const StageSpec& spec : stagesOf(scheme)) {
    names.push_back(spec.name);
  }
  return listed(names);
}

struct Change {
  std::string_view stage;
  std::string_view setting;
};

Recipe changed(Recipe recipe, std::span<const Change> changes) {
  for (const Change& change : changes) {
    const std::size_t index = stageIndex(recipe.scheme, change.stage);
    if (index < recipe.settings.size()) {
      recipe.settings[index] = change.setting;
    }
  }
  return recipe;
}

}  // namespace

std::span<const SchemeRow> recipeSchemes() {
  return kSchemes;
}

std::string_view schemeName(RecipeScheme scheme) {
  return kSchemes[static_cast<std::size_t>(scheme)].name;
}

std::span<const StageSpec> stagesOf(RecipeScheme scheme) {
  return kStages[static_cast<std::size_t>(scheme)];
}

std::span<const CastWayRow> castWays() {
  return kWays;
}

std::string_view castWayName(CastWay way) {
  return kWays[static_cast<std::size_t>(way)].name;
}

std::string_view Recipe::setting(std::string_view stage) const {
  const std::size_t index = stageIndex(scheme, stage);
  return index < settings.size() ? std::string_view(settings[index]) : std::string_view();
}

const Recipe* findRecipe(RecipeScheme scheme, std::string_view id) {
  for (const Recipe& recipe : recipeCatalogue()) {
    if (recipe.scheme == scheme && recipe.id == id) {
      return &recipe;
    }
  }
  return nullptr;
}

const Recipe* findRecipe(std::string_view id) {
  for (const SchemeRow& row : kSchemes) {
    if (id.starts_with(row.name) && id.substr(row.name.size()).starts_with('/')) {
      return findRecipe(row.scheme, id.substr(row.name.size() + 1));
    }
  }
  for (const RecipeScheme scheme :
       {RecipeScheme::rope, RecipeScheme::alibi, RecipeScheme::sinusoid}) {
    if (const Recipe* found = findRecipe(scheme, id)) {
      return found;
    }
  }
  return nullptr;
}

Result<Recipe> withStage(Recipe recipe, std::string_view stage, std::string_view setting) {
  const std::size_t index = stageIndex(recipe.scheme, stage);
  const auto stages = stagesOf(recipe.scheme);
  if (index == stages.size()) {
    return usageError(
        {"error.stage.unknown", {{"stage", stage}, {"expected", stageNames(recipe.scheme)}}});
  }
  const auto& words = stages[index].words;
  if (!stages[index].isFormat()) {
    if (std::find(words.begin(), words.end(), setting) == words.end()) {
      return usageError({"error.stage.word",
                         {{"stage", stage}, {"value", setting}, {"expected", listed(words)}}});
    }
    recipe.settings[index] = setting;
    return recipe;
  }
  const NumberFormat* format = findFormat(setting);
  if (setting != kModelFormat && format == nullptr) {
    return usageError({"error.format.unknown", {{"value", setting}, {"expected", formatIds()}}});
  }
  recipe.settings[index] = format == nullptr ? setting : format->id;
  return recipe;
}

const NumberFormat& stageFormat(const Recipe& recipe, std::string_view stage,
                                const NumberFormat& model) {
  const std::string_view setting = recipe.setting(stage);
  if (setting.empty()) {
    return numberFormats().front();
  }
  const NumberFormat* format = findFormat(setting);
  return format == nullptr ? model : *format;
}

FrequencyForm frequencyForm(const Recipe& recipe) {
  return meaningOf(recipe, "form", kForms);
}

SlopeForm slopeForm(const Recipe& recipe) {
  return meaningOf(recipe, "slopes", kSlopeForms);
}

AlibiIndex alibiIndex(const Recipe& recipe) {
  return meaningOf(recipe, "index", kIndices);
}

std::int64_t arangeLanes(const Recipe& recipe) {
  return meaningOf(recipe, "making", kMakings);
}

bool roundsEachOperation(const Recipe& recipe) {
  return meaningOf(recipe, "application", kApplications);
}

Recipe storageAlone(const Recipe& recipe) {
  // A timing or tutorial exponent is another formula, not a rounding: it stays.
  const bool arithmeticForm = frequencyForm(recipe) == FrequencyForm::stepwise ||
                              frequencyForm(recipe) == FrequencyForm::recurrence;
  const std::string form(arithmeticForm ? "power" : recipe.setting("form"));
  const Change changes[] = {{"making", "integers"}, {"form", form},
                            {"frequency", "fp64"},  {"angle", "fp64"},
                            {"slopes", "press"},    {"slope", "fp64"},
                            {"index", "relative"},  {"product", "fp64"},
                            {"position", "fp64"},   {"interpolation", "frequency"}};
  return changed(recipe, changes);
}

Recipe fp32Practice(const Recipe& recipe) {
  const Change changes[] = {{"frequency", "fp32"},
                            {"angle", "fp32"},
                            {"slope", "fp32"},
                            {"product", "fp32"},
                            {"position", "fp32"}};
  return changed(storageAlone(recipe), changes);
}

Text recipeTitle(const Recipe& recipe) {
  const Recipe* plain = findRecipe(recipe.scheme, recipe.id);
  const Text title("recipe." + recipe.id);
  return plain != nullptr && *plain == recipe ? title : Text("recipe.changed", {{"recipe", title}});
}

}  // namespace poscope
