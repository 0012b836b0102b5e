#include "core/state/schema.h"

#include <algorithm>
#include <array>

#include "core/numeric/rounding_words.h"
#include "core/state/find_spec.h"

namespace poscope {

ParameterSpec integerParameter(IntegerParameter handle, std::int64_t standard, double minimum,
                               double maximum, ParameterScale scale) {
  ParameterSpec spec;
  spec.name = handle.name;
  spec.type = ParameterType::integer;
  spec.standard = standard;
  spec.minimum = minimum;
  spec.maximum = maximum;
  spec.scale = scale;
  return spec;
}

ParameterSpec realParameter(RealParameter handle, double standard, double minimum, double maximum) {
  ParameterSpec spec;
  spec.name = handle.name;
  spec.type = ParameterType::real;
  spec.standard = standard;
  spec.minimum = minimum;
  spec.maximum = maximum;
  return spec;
}

ParameterSpec choiceParameter(ParameterName handle, std::string standard,
                              std::vector<std::string> choices) {
  ParameterSpec spec;
  spec.name = handle.name;
  spec.type = ParameterType::choice;
  spec.standard = std::move(standard);
  spec.choices = std::move(choices);
  return spec;
}

ParameterSpec flagParameter(FlagParameter handle, bool standard) {
  ParameterSpec spec;
  spec.name = handle.name;
  spec.type = ParameterType::flag;
  spec.standard = std::string(standard ? "on" : "off");
  return spec;
}

ParameterSpec textParameter(WordParameter handle, std::string standard,
                            Result<std::string> (*canonical)(std::string_view)) {
  ParameterSpec spec;
  spec.name = handle.name;
  spec.type = ParameterType::text;
  spec.standard = std::move(standard);
  spec.canonical = canonical;
  return spec;
}

ParameterSpec formatParameter(FormatParameter handle, std::string standard, unsigned places) {
  ParameterSpec spec = choiceParameter(handle, std::move(standard), formatsAt(places, true));
  spec.type = ParameterType::format;
  for (std::string& id : formatsAt(places)) {
    if (std::find(spec.choices.begin(), spec.choices.end(), id) == spec.choices.end()) {
      spec.others.push_back(std::move(id));
    }
  }
  return spec;
}

ParameterSpec recipeParameter(RecipeParameter handle, Scheme scheme, std::string standard) {
  ParameterSpec spec = choiceParameter(handle, std::move(standard), {});
  spec.type = ParameterType::recipe;
  spec.scheme = scheme;
  return spec;
}

ParameterSpec withOwnWords(ParameterSpec spec) {
  spec.ownLabel = true;
  spec.ownHelp = true;
  return spec;
}

ParameterSpec contextParameter(std::int64_t standard, double maximum) {
  return integerParameter(parameter::kContext, standard, 2, maximum, ParameterScale::log2);
}

ParameterSpec dimParameter(std::int64_t standard) {
  ParameterSpec spec = integerParameter(parameter::kDim, standard, 2, 16384, ParameterScale::log2);
  spec.even = true;
  return spec;
}

ParameterSpec baseParameter() {
  ParameterSpec spec = realParameter(parameter::kBase, 10000.0, 1.0, 1e12);
  spec.above = true;
  spec.scale = ParameterScale::log2;
  return spec;
}

ParameterSpec hiddenParameter(ParameterSpec spec) {
  spec.hidden = true;
  return spec;
}

ParameterSpec startParameter() {
  return rareParameter(integerParameter(parameter::kStart, 0, 0, kLongestContext));
}

ParameterSpec rareParameter(ParameterSpec spec) {
  spec.rare = true;
  return spec;
}

ParameterSpec onlyWhere(ParameterSpec spec, ParameterName parameter,
                        std::vector<std::string> values) {
  spec.needs = {std::string(parameter.name), std::move(values)};
  return spec;
}

ParameterSpec withWord(ParameterSpec spec, std::string word) {
  spec.standard = word;
  spec.automatic = std::move(word);
  return spec;
}

ParameterSpec withDecided(ParameterSpec spec, std::string stage, ParameterName by) {
  spec.decided.push_back({std::move(stage), std::string(by.name)});
  return spec;
}

ParameterSpec overflowParameter() {
  return rareParameter(choiceParameter(parameter::kOverflow, "format", namesOf(kOverflows)));
}

Overflow overflowOf(const Params& params) {
  const OverflowRow* const row = findNamed(kOverflows, params.text(parameter::kOverflow));
  return row == nullptr ? Overflow::ofFormat : row->overflow;
}

ParameterSpec showParameter(Side standard) {
  std::vector<std::string> names;
  names.reserve(kSides.size());
  for (const Side side : kSides) {
    names.emplace_back(sideName(side));
  }
  ParameterSpec spec =
      choiceParameter(parameter::kShow, std::string(sideName(standard)), std::move(names));
  spec.presentation = true;
  return spec;
}

Side shownSide(const Params& params) {
  return params.has(parameter::kShow) ? findSide(params.text(parameter::kShow)).value_or(Side::a)
                                      : Side::a;
}

namespace {

// In the order of Side.
struct SideWords {
  const char* title;
  const char* letter;
  std::array<ParameterName, 2> names;  // The parameter that names it: a recipe, or a format.
};
constexpr std::array<SideWords, 4> kSideWords{
    {{"side.reference", "", {}},
     {"side.a", "A", {parameter::kA, parameter::kFormat}},
     {"side.b", "B", {parameter::kB, parameter::kFormatB}},
     {"side.difference", "", {}}}};
static_assert(kSideWords.size() == kSides.size());

}  // namespace

Text sideTitle(const Params& params, Side side) {
  const SideWords& words = kSideWords[static_cast<std::size_t>(side)];
  for (const ParameterName& name : words.names) {
    if (const ParameterSpec* const spec = findSpec(params.schema(), name.name)) {
      const Text named("side.named",
                       {{"letter", words.letter}, {"name", choiceLabel(*spec, params.text(name))}});
      return {words.title, {{"side", named}}};
    }
  }
  return {words.title, {{"side", words.letter}}};
}

ParameterSpec secondFormatParameter(std::string standard) {
  ParameterSpec spec = formatParameter(parameter::kFormatB, std::move(standard), kAtCompared);
  spec.formerly = "b";
  return spec;
}

namespace {

Result<std::string> canonicalScaling(std::string_view text) {
  POSCOPE_TRY(auto scaling, parseRopeScaling(text));
  return scaling.is(&ScalingRow::none) ? std::string() : writeRopeScaling(scaling);
}

std::string schemeNames() {
  std::string all;
  for (int scheme = 0; scheme <= static_cast<int>(Scheme::unknown); ++scheme) {
    all += (all.empty() ? "" : ", ") + std::string(schemeName(static_cast<Scheme>(scheme)));
  }
  return all;
}

// As models have it: no other word means anything to a page.
Result<std::string> canonicalScheme(std::string_view text) {
  if (text.empty() || findScheme(text)) {
    return std::string(text);
  }
  return usageError(Text("state.expected.scheme", {{"value", text}, {"choices", schemeNames()}}));
}

}  // namespace

RopeShape shapeOf(const Params& params, std::int64_t length) {
  RopeShape shape;
  shape.dim = params.integer(parameter::kDim);
  shape.base = params.real(parameter::kBase);
  shape.headDim = params.integer(parameter::kHeadDim);
  shape.trained = params.integer(parameter::kTrained);
  shape.length = length;
  // The parameter was parsed when it was set: it reads back.
  shape.scaling = parseRopeScaling(params.text(parameter::kScaling)).value_or(RopeScaling());
  return shape;
}

RecipePair recipesOf(const Params& params) {
  return {params.recipe(parameter::kA), params.recipe(parameter::kB),
          &params.format(parameter::kFormat), overflowOf(params)};
}

std::vector<ParameterSpec> modelContextParameters() {
  std::vector<ParameterSpec> rows;
  rows.push_back(hiddenParameter(textParameter(parameter::kModel, {})));
  rows.push_back(hiddenParameter(textParameter(parameter::kScheme, {}, canonicalScheme)));
  rows.push_back(hiddenParameter(textParameter(parameter::kScaling, {}, canonicalScaling)));
  for (const IntegerParameter handle : {parameter::kTrained, parameter::kHeadDim}) {
    rows.push_back(integerParameter(handle, 0, 0, 1e12));
    rows.back().hidden = true;
  }
  return rows;
}

Result<std::string> canonicalHash(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  const bool digits = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  if (!digits || (!text.empty() && text.size() != kDigits)) {
    return usageError(Text("state.expected.hash"));
  }
  return std::string(text);
}

std::vector<ParameterSpec> fileParameters() {
  return {hiddenParameter(textParameter(parameter::kFile, {})),
          hiddenParameter(textParameter(parameter::kFileHash, {}, canonicalHash)),
          hiddenParameter(textParameter(parameter::kTensor, {}))};
}

Schema joinSchemas(std::vector<Schema> parts) {
  Schema all;
  for (Schema& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace poscope
