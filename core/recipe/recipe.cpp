#include "core/recipe/recipe.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/recipe/stage_words.h"

namespace poscope {
namespace {

constexpr CastWayRow kWays[] = {
    {CastWay::none, "none"},          {CastWay::load, "load"},
    {CastWay::cast, "cast"},          {CastWay::autocast, "autocast"},
    {CastWay::zeroInit, "zero-init"}, {CastWay::defaultDtype, "default-dtype"}};
static_assert(std::all_of(std::begin(kWays), std::end(kWays), [](const CastWayRow& row) {
  return &row == kWays + static_cast<std::ptrdiff_t>(row.way);
}));

// The place of a stage among those of its scheme; the number of stages when there is none.
std::size_t stageIndex(Scheme scheme, std::string_view stage) {
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

std::string stageNames(Scheme scheme) {
  std::vector<std::string_view> names;
  for (const StageSpec& spec : stagesOf(scheme)) {
    names.push_back(spec.name);
  }
  return joinWords(names);
}

}  // namespace

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

const Recipe* findRecipe(Scheme scheme, std::string_view id) {
  const auto recipes = recipesOf(scheme);
  const auto found = std::find_if(recipes.begin(), recipes.end(),
                                  [&](const Recipe& recipe) { return recipe.id == id; });
  return found == recipes.end() ? nullptr : &*found;
}

const Recipe* findRecipe(std::string_view id) {
  for (const SchemeRow& row : recipeSchemes()) {
    if (id.starts_with(row.name) && id.substr(row.name.size()).starts_with('/')) {
      return findRecipe(row.scheme, id.substr(row.name.size() + 1));
    }
  }
  const auto recipes = recipeCatalogue();
  const auto found = std::find_if(recipes.begin(), recipes.end(),
                                  [&](const Recipe& recipe) { return recipe.id == id; });
  return found == recipes.end() ? nullptr : &*found;
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
                         {{"stage", stage}, {"value", setting}, {"expected", joinWords(words)}}});
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
  Recipe alone = recipe;
  const auto stages = stagesOf(recipe.scheme);
  for (std::size_t s = 0; s < stages.size(); ++s) {
    if (!stages[s].exact.empty()) {
      alone.settings[s] = stages[s].exact;
    }
  }
  // A timing or tutorial exponent is another formula, not a rounding: it stays.
  const bool arithmeticForm = frequencyForm(recipe) == FrequencyForm::stepwise ||
                              frequencyForm(recipe) == FrequencyForm::recurrence;
  if (arithmeticForm) {
    alone.settings[stageIndex(recipe.scheme, "form")] = "power";
  }
  return alone;
}

Recipe fp32Practice(const Recipe& recipe) {
  Recipe practice = storageAlone(recipe);
  const auto stages = stagesOf(recipe.scheme);
  for (std::size_t s = 0; s < stages.size(); ++s) {
    if (stages[s].isFormat() && !stages[s].exact.empty()) {
      practice.settings[s] = "fp32";
    }
  }
  return practice;
}

Text recipeTitle(const Recipe& recipe) {
  const Recipe* plain = findRecipe(recipe.scheme, recipe.id);
  const Text title("recipe." + recipe.id);
  return plain != nullptr && *plain == recipe ? title : Text("recipe.changed", {{"recipe", title}});
}

}  // namespace poscope
