#include "core/recipe/schemes.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/require.h"
#include "core/base/words.h"
#include "core/recipe/catalogue.h"
#include "core/recipe/stage_words.h"

namespace poscope {
namespace {

constexpr auto kMakingWords = wordsOf(kMakings);
constexpr auto kFormWords = wordsOf(kForms);
constexpr auto kSlopeWords = wordsOf(kSlopeForms);
constexpr auto kIndexWords = wordsOf(kIndices);
constexpr auto kApplicationWords = wordsOf(kApplications);
constexpr auto kInterpolationWords = wordsOf(kInterpolations);
constexpr std::array<std::string_view, 2> kLayoutWords{"half", "interleaved"};

struct NameRow {
  Stage stage;
  std::string_view name;
};
constexpr NameRow kNames[] = {{Stage::making, "making"},
                              {Stage::position, "position"},
                              {Stage::interpolation, "interpolation"},
                              {Stage::form, "form"},
                              {Stage::frequency, "frequency"},
                              {Stage::angle, "angle"},
                              {Stage::table, "table"},
                              {Stage::application, "application"},
                              {Stage::rotation, "rotation"},
                              {Stage::score, "score"},
                              {Stage::layout, "layout"},
                              {Stage::slopes, "slopes"},
                              {Stage::slope, "slope"},
                              {Stage::index, "index"},
                              {Stage::logarithm, "logarithm"},
                              {Stage::product, "product"},
                              {Stage::bias, "bias"}};

constexpr bool namesInOrder() {
  bool ordered = std::size(kNames) == kStages;
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    ordered = ordered && static_cast<std::size_t>(kNames[i].stage) == i;
  }
  return ordered;
}
static_assert(namesInOrder());

// A format in which something is worked out, not stored: exact in fp64, sound in fp32.
constexpr StageSpec computed(Stage stage, FormatPlace place = kAtOperation) {
  return {.id = stage, .place = place, .exact = "fp64", .sound = "fp32"};
}
constexpr StageSpec stored(Stage stage, FormatPlace place = kAtStorage) {
  return {.id = stage, .place = place};
}

constexpr StageSpec kMaking{.id = Stage::making, .words = kMakingWords, .exact = "integers"};
constexpr StageSpec kPosition = computed(Stage::position, kAtPosition);

// storageAlone knows which forms are roundings and which are other formulas.
constexpr StageSpec kSinusoidStages[] = {kMaking,
                                         kPosition,
                                         {.id = Stage::form, .words = kFormWords},
                                         computed(Stage::frequency),
                                         computed(Stage::angle),
                                         stored(Stage::table)};
constexpr StageSpec kRopeStages[] = {
    kMaking,
    kPosition,
    {.id = Stage::interpolation, .words = kInterpolationWords, .exact = "frequency"},
    {.id = Stage::form, .words = kFormWords, .sound = "power", .unsound = "stepwise"},
    computed(Stage::frequency),
    computed(Stage::angle),
    stored(Stage::table),
    {.id = Stage::application, .words = kApplicationWords},
    stored(Stage::rotation, kAtOperation),
    stored(Stage::score, kAtOperation),
    {.id = Stage::layout, .words = kLayoutWords}};
constexpr StageSpec kAlibiStages[] = {
    {.id = Stage::slopes, .words = kSlopeWords, .exact = "press"},
    computed(Stage::slope),
    {.id = Stage::index, .words = kIndexWords, .exact = "relative", .sound = "relative"},
    kPosition,
    computed(Stage::product),
    stored(Stage::bias)};
constexpr StageSpec kKerpleStages[] = {kPosition, computed(Stage::logarithm),
                                       computed(Stage::product), stored(Stage::bias)};

Counted positions(const Recipe& /*recipe*/) {
  return Counted::positions;
}
Counted distances(const Recipe& /*recipe*/) {
  return Counted::distances;
}
Counted byIndex(const Recipe& recipe) {
  return alibiIndex(recipe) == AlibiIndex::absolute ? Counted::keys : Counted::distances;
}

constexpr SchemeRow kSchemes[] = {
    {.scheme = Scheme::sinusoidal,
     .name = "sinusoid",
     .kind = SchemeKind::phase,
     .perHead = false,
     .stages = kSinusoidStages,
     .counted = positions,
     .addRecipes = addSinusoidRecipes,
     .givesWay = true},
    {.scheme = Scheme::rope,
     .name = "rope",
     .kind = SchemeKind::phase,
     .perHead = false,
     .stages = kRopeStages,
     .counted = positions,
     .addRecipes = addRopeRecipes},
    {.scheme = Scheme::alibi,
     .name = "alibi",
     .kind = SchemeKind::bias,
     .perHead = true,
     .stages = kAlibiStages,
     .counted = byIndex,
     .addRecipes = addAlibiRecipes},
    {.scheme = Scheme::kerpleLog,
     .name = "kerple-log",
     .kind = SchemeKind::bias,
     .perHead = false,
     .stages = kKerpleStages,
     .counted = distances,
     .addRecipes = addKerpleRecipes},
};
static_assert(inSchemeOrder(kSchemes));

// Of each scheme and stage the place among the scheme's stages; their number where it has none.
using Places = std::array<std::array<std::size_t, kStages>, kRecipeSchemes>;
constexpr Places kPlaces = [] {
  Places places{};
  for (const SchemeRow& row : kSchemes) {
    auto& own = places[static_cast<std::size_t>(row.scheme)];
    own.fill(row.stages.size());
    for (std::size_t s = 0; s < row.stages.size(); ++s) {
      own[static_cast<std::size_t>(row.stages[s].id)] = s;
    }
  }
  return places;
}();

std::size_t placeOf(Scheme scheme, Stage stage) {
  return kPlaces[static_cast<std::size_t>(scheme)][static_cast<std::size_t>(stage)];
}

}  // namespace

std::span<const SchemeRow> recipeSchemes() {
  return kSchemes;
}

const SchemeRow& schemeRow(Scheme scheme) {
  return rowOf(kSchemes, scheme);
}

std::string_view recipeSchemeName(Scheme scheme) {
  return schemeRow(scheme).name;
}

std::span<const StageSpec> stagesOf(Scheme scheme) {
  return schemeRow(scheme).stages;
}

std::string_view stageName(Stage stage) {
  return kNames[static_cast<std::size_t>(stage)].name;
}

bool hasStage(Scheme scheme, Stage stage) {
  return placeOf(scheme, stage) < stagesOf(scheme).size();
}

std::size_t stagePlace(Scheme scheme, Stage stage) {
  if (!hasStage(scheme, stage)) {
    missing("stage of " + std::string(recipeSchemeName(scheme)), stageName(stage));
  }
  return placeOf(scheme, stage);
}

const StageSpec* findStage(Scheme scheme, std::string_view name) {
  const auto stages = stagesOf(scheme);
  const auto found = std::find_if(stages.begin(), stages.end(),
                                  [&](const StageSpec& spec) { return spec.name() == name; });
  return found == stages.end() ? nullptr : &*found;
}

std::string stageNames(Scheme scheme) {
  return joinWords(stagesOf(scheme), &StageSpec::name);
}

bool isBias(Scheme scheme) {
  return schemeRow(scheme).kind == SchemeKind::bias;
}

}  // namespace poscope
