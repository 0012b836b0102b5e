#include "core/recipe/recipe.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/require.h"
#include "core/base/suggestion.h"
#include "core/base/words.h"
#include "core/numeric/format_names.h"
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

template <typename Meaning, std::size_t kCount>
Meaning meaningOf(const Recipe& recipe, Stage stage, const Word<Meaning> (&rows)[kCount]) {
  const std::string_view word = recipe.has(stage) ? recipe.setting(stage) : rows[0].word;
  for (const Word<Meaning>& row : rows) {
    if (row.word == word) {
      return row.meaning;
    }
  }
  missing(stageName(stage), word);
}

// A setting of a stage as recipes hold it: one of its words, "model" or the id of a format.
std::optional<std::string_view> settingNamed(const StageSpec& stage, std::string_view text) {
  const auto& words = stage.words;
  if (stage.isFormat() ? text == kModelFormat
                       : std::find(words.begin(), words.end(), text) != words.end()) {
    return text;
  }
  const NumberFormat* const format = stage.isFormat() ? findFormat(text) : nullptr;
  return format == nullptr ? std::nullopt : std::optional(format->id);
}

tl::unexpected<Error> unknownSetting(const StageSpec& stage, std::string_view text) {
  const std::vector<TextArgument> named{{"stage", stage.name()}};
  return usageError(stage.isFormat()
                        ? unknownName("error.stage.format", text, formatNames(), named)
                        : unknownName("error.stage.word", text, namesOf(stage.words), named));
}

}  // namespace

std::span<const CastWayRow> castWays() {
  return kWays;
}

std::string_view castWayName(CastWay way) {
  return kWays[static_cast<std::size_t>(way)].name;
}

std::string_view Recipe::setting(Stage stage) const {
  return settings.at(stagePlace(scheme, stage));
}

void Recipe::set(Stage stage, std::string_view setting) {
  const std::size_t place = stagePlace(scheme, stage);
  const auto known = settingNamed(stagesOf(scheme)[place], setting);
  if (!known) {
    missing(stageName(stage), setting);
  }
  settings.at(place) = *known;
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
  const StageSpec* const spec = findStage(recipe.scheme, stage);
  if (spec == nullptr) {
    return usageError(unknownName("error.stage.unknown", stage,
                                  namesOf(stagesOf(recipe.scheme), &StageSpec::name)));
  }
  const auto known = settingNamed(*spec, setting);
  if (!known) {
    return unknownSetting(*spec, setting);
  }
  recipe.set(spec->id, *known);
  return recipe;
}

const NumberFormat& stageFormat(const Recipe& recipe, Stage stage, const NumberFormat& model) {
  const NumberFormat* format = findFormat(recipe.setting(stage));
  return format == nullptr ? model : *format;
}

const NumberFormat& stageFormatOrExact(const Recipe& recipe, Stage stage,
                                       const NumberFormat& model) {
  return recipe.has(stage) ? stageFormat(recipe, stage, model) : numberFormats().front();
}

FrequencyForm frequencyForm(const Recipe& recipe) {
  return meaningOf(recipe, Stage::form, kForms);
}

SlopeForm slopeForm(const Recipe& recipe) {
  return meaningOf(recipe, Stage::slopes, kSlopeForms);
}

AlibiIndex alibiIndex(const Recipe& recipe) {
  return meaningOf(recipe, Stage::index, kIndices);
}

Interpolation interpolation(const Recipe& recipe) {
  return meaningOf(recipe, Stage::interpolation, kInterpolations);
}

std::int64_t arangeLanes(const Recipe& recipe) {
  return meaningOf(recipe, Stage::making, kMakings);
}

bool roundsEachOperation(const Recipe& recipe) {
  return meaningOf(recipe, Stage::application, kApplications);
}

Recipe storageAlone(const Recipe& recipe) {
  Recipe alone = recipe;
  for (const StageSpec& stage : stagesOf(recipe.scheme)) {
    if (!stage.exact.empty()) {
      alone.set(stage.id, stage.exact);
    }
  }
  // A timing or tutorial exponent is another formula, not a rounding: it stays.
  const bool arithmeticForm = frequencyForm(recipe) == FrequencyForm::stepwise ||
                              frequencyForm(recipe) == FrequencyForm::recurrence;
  if (arithmeticForm) {
    alone.set(Stage::form, "power");
  }
  return alone;
}

Recipe fp32Practice(const Recipe& recipe) {
  Recipe practice = storageAlone(recipe);
  for (const StageSpec& stage : stagesOf(recipe.scheme)) {
    if (stage.isFormat() && !stage.exact.empty()) {
      practice.set(stage.id, "fp32");
    }
  }
  return practice;
}

std::vector<std::pair<std::string, std::string>> changedStages(const Recipe& recipe) {
  std::vector<std::pair<std::string, std::string>> changed;
  const Recipe* const published = findRecipe(recipe.scheme, recipe.id);
  for (const StageSpec& stage : stagesOf(recipe.scheme)) {
    if (published != nullptr && recipe.setting(stage.id) != published->setting(stage.id)) {
      changed.emplace_back(stage.name(), recipe.setting(stage.id));
    }
  }
  return changed;
}

std::string recipeWords(const Recipe& recipe) {
  std::string words = recipe.id;
  for (const auto& [stage, setting] : changedStages(recipe)) {
    words += " " + stage + "=" + setting;
  }
  return words;
}

Text recipeTitle(const Recipe& recipe) {
  const Recipe* plain = findRecipe(recipe.scheme, recipe.id);
  const Text title("recipe." + recipe.id);
  return plain != nullptr && *plain == recipe ? title : Text("recipe.changed", {{"recipe", title}});
}

}  // namespace poscope
