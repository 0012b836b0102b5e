#include "core/recipe/schemes.h"

#include "core/recipe/catalogue.h"
#include "core/recipe/stage_words.h"

namespace poscope {
namespace {

constexpr auto kMakingWords = wordsOf(kMakings);
constexpr auto kFormWords = wordsOf(kForms);
constexpr auto kSlopeWords = wordsOf(kSlopeForms);
constexpr auto kIndexWords = wordsOf(kIndices);
constexpr auto kApplicationWords = wordsOf(kApplications);
constexpr std::array<std::string_view, 3> kInterpolationWords{"frequency", "divide", "multiply"};
constexpr std::array<std::string_view, 2> kLayoutWords{"half", "interleaved"};

// A format in which something is worked out, not stored: exact in fp64, sound in fp32.
constexpr StageSpec computed(std::string_view name) {
  return {.name = name, .exact = "fp64", .sound = "fp32"};
}
constexpr StageSpec stored(std::string_view name) {
  return {.name = name};
}

constexpr StageSpec kMaking{.name = "making", .words = kMakingWords, .exact = "integers"};

// storageAlone knows which forms are roundings and which are other formulas.
constexpr StageSpec kSinusoidStages[] = {kMaking,
                                         computed("position"),
                                         {.name = "form", .words = kFormWords},
                                         computed("frequency"),
                                         computed("angle"),
                                         stored("table")};
constexpr StageSpec kRopeStages[] = {
    kMaking,
    computed("position"),
    {.name = "interpolation", .words = kInterpolationWords, .exact = "frequency"},
    {.name = "form", .words = kFormWords, .sound = "power", .unsound = "stepwise"},
    computed("frequency"),
    computed("angle"),
    stored("table"),
    {.name = "application", .words = kApplicationWords},
    stored("rotation"),
    stored("score"),
    {.name = "layout", .words = kLayoutWords}};
constexpr StageSpec kAlibiStages[] = {
    {.name = "slopes", .words = kSlopeWords, .exact = "press"},
    computed("slope"),
    {.name = "index", .words = kIndexWords, .exact = "relative", .sound = "relative"},
    computed("position"),
    computed("product"),
    stored("bias")};
constexpr StageSpec kKerpleStages[] = {computed("position"), computed("logarithm"),
                                       computed("product"), stored("bias")};

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

bool isBias(Scheme scheme) {
  return schemeRow(scheme).kind == SchemeKind::bias;
}

}  // namespace poscope
