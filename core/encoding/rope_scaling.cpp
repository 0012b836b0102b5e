#include "core/encoding/rope_scaling.h"

#include <algorithm>
#include <cmath>

#include "core/encoding/scaling/scaling_input.h"

namespace poscope {
namespace {

using enum ScalingKeyKind;
using enum ScalingKeyUse;

}  // namespace

// A new scaling is its body (scaling/<id>.cpp) and its name and row here.
ScalingBody noneFrequencies, linearFrequencies, dynamicFrequencies, ntkFrequencies, yarnFrequencies,
    longropeFrequencies, llama3Frequencies, proportionalFrequencies, mropeFrequencies;

namespace {

// The share decides the rotary width under every type, sections the axis of each pair.
constexpr bool kAlways = true;

// As the first model that has the scaling: Llama 3.1, Gemma 4.
constexpr double kLlamaLow = 1;
constexpr double kLlamaHigh = 4;
constexpr double kGemmaShare = 0.25;

constexpr ScalingRow kRows[] = {
    {.id = "none", .none = true, .changesFrequencies = false, .frequencies = noneFrequencies},
    {.id = "linear",
     .keys = {{{"factor", positive, required}}},
     .byPosition = true,
     .frequencies = linearFrequencies},
    {.id = "dynamic",
     .keys = {{{"factor", positive, required}, {"alpha", positive}, {kOriginalKey, whole}}},
     .instead = "alpha",
     .followsLength = true,
     .growsBase = true,
     .frequencies = dynamicFrequencies},
    {.id = "ntk", .keys = {{{"factor", positive, required}}}, .frequencies = ntkFrequencies},
    {.id = "yarn",
     .keys = {{{"factor", positive},  // Without one the lengths give it.
               {kOriginalKey, whole},
               {"attention_factor", number},
               {"beta_fast", number},
               {"beta_slow", number},
               {"mscale", number},
               {"mscale_all_dim", number},
               {"truncate", flag}}},
     .needsOriginal = true,
     .setsContext = true,
     .frequencies = yarnFrequencies},
    {.id = "longrope",
     .keys = {{{"short_factor", pairs, required},
               {"long_factor", pairs, required},
               {"factor", positive},
               {kOriginalKey, whole},
               {"attention_factor", number}}},
     .followsLength = true,
     .needsOriginal = true,
     .frequencies = longropeFrequencies},
    {.id = "llama3",
     .keys = {{{"factor", positive, required},
               {"low_freq_factor", positive, required, false, kLlamaLow},
               {"high_freq_factor", positive, required, false, kLlamaHigh},
               {kOriginalKey, whole}}},
     .needsOriginal = true,
     .extends = true,
     .frequencies = llama3Frequencies},
    {.id = "proportional",
     .keys = {{{"factor", positive},
               {"partial_rotary_factor", positive, optional, kAlways, kGemmaShare}}},
     .frequencies = proportionalFrequencies},
    {.id = "mrope",
     .keys = {{{"mrope_section", sections, optional, kAlways},
               {"mrope_interleaved", flag, optional, kAlways}}},
     .implied = "mrope_section",
     .changesFrequencies = false,
     .frequencies = mropeFrequencies},
};

struct Alias {
  std::string_view spelling;
  std::string_view id;
};
constexpr Alias kAliases[] = {{"default", "none"}, {"su", "longrope"}, {"deepseek_yarn", "yarn"}};

// What is expected under a key, or nothing when the value is fine.
std::optional<Text> complaint(ScalingKeyKind kind, double value) {
  constexpr double kLongest = 1099511627776.0;  // 2^40
  const bool isWhole = std::trunc(value) == value;
  switch (kind) {
    case number:
      return std::isfinite(value) ? std::nullopt : std::optional<Text>("scaling.expected.number");
    case positive:
    case pairs:
      return std::isfinite(value) && value > 0 ? std::nullopt
                                               : std::optional<Text>("scaling.expected.positive");
    case whole:
      return isWhole && value >= 1 && value <= kLongest
                 ? std::nullopt
                 : std::optional<Text>("scaling.expected.length");
    case flag:
      return value == 0 || value == 1 ? std::nullopt : std::optional<Text>("scaling.expected.flag");
    case sections:
      return isWhole && value >= 0 && value <= kLongest
                 ? std::nullopt
                 : std::optional<Text>("scaling.expected.section");
  }
  return std::nullopt;
}

Result<void> checkList(const ScalingInput& input, const ScalingKey& key,
                       const std::vector<double>& list) {
  constexpr std::int64_t kAxes = 3;
  const std::int64_t needed = key.kind == sections ? kAxes : input.pairs();
  if (static_cast<std::int64_t>(list.size()) != needed) {
    return usageError(Text(key.kind == sections ? "scaling.error.axes" : "scaling.error.list",
                           {{"type", input.shape.scaling.type},
                            {"key", key.name},
                            {"count", static_cast<std::int64_t>(list.size())},
                            {"dim", input.shape.dim},
                            {"pairs", needed}}));
  }
  for (const double value : list) {
    if (auto expected = complaint(key.kind, value)) {
      return scalingNumberError(input, key.name, value, *std::move(expected));
    }
  }
  return {};
}

Result<void> checkKeys(const ScalingInput& input, const ScalingRow& row) {
  const RopeScaling& scaling = input.shape.scaling;
  const bool replaced = !row.instead.empty() && scaling.number(row.instead).has_value();
  for (const ScalingKey& key : row.used()) {
    const bool given = scaling.number(key.name) || scaling.list(key.name) != nullptr;
    if (key.use == required && !replaced && !given) {
      return usageError(Text("scaling.error.missing", {{"type", row.id}, {"key", key.name}}));
    }
  }
  for (const ScalingKey& key : row.used()) {
    const std::vector<double>* const list = scaling.list(key.name);
    const auto value = scaling.number(key.name);
    if (isListKind(key.kind) ? value.has_value() : list != nullptr) {
      return usageError(Text(value ? "scaling.error.no_list" : "scaling.error.no_number",
                             {{"type", row.id}, {"key", key.name}}));
    }
    if (list != nullptr) {
      POSCOPE_CHECK(checkList(input, key, *list));
    } else if (value) {
      if (auto expected = complaint(key.kind, *value)) {
        return scalingNumberError(input, key.name, *value, *std::move(expected));
      }
    }
  }
  return {};
}

Result<void> checkShape(const ScalingInput& input, const ScalingRow& row) {
  const RopeShape& shape = input.shape;
  constexpr std::int64_t kWidest = 1 << 24;
  if (shape.dim < 2 || shape.dim > kWidest || shape.dim % 2 != 0) {
    return usageError(Text("scaling.error.dim", {{"dim", shape.dim}, {"most", kWidest}}));
  }
  if (auto expected = complaint(positive, shape.base)) {
    return scalingNumberError(input, "rope_theta", shape.base, *std::move(expected));
  }
  POSCOPE_CHECK(checkKeys(input, row));
  if (row.needsOriginal && shape.trained <= 0 && !shape.scaling.number(kOriginalKey)) {
    return usageError(Text("scaling.error.trained", {{"type", row.id}, {"key", kOriginalKey}}));
  }
  return {};
}

// Numbers of a huge or tiny size can leave the range of a double on the way.
Result<void> checkFinite(const ScaledFrequencies& result, const ScalingRow& row) {
  const auto finite = [](double value) { return std::isfinite(value); };
  const bool fine = std::all_of(result.frequencies.begin(), result.frequencies.end(), finite) &&
                    finite(result.tableFactor) && finite(result.softmaxFactor) &&
                    std::all_of(result.derived.begin(), result.derived.end(),
                                [&](const DerivedNumber& each) { return finite(each.value); });
  return fine ? Result<void>{} : usageError(Text("scaling.error.finite", {{"type", row.id}}));
}

// The forms that begin with the frequencies of `power`: the caller does the rest.
FrequencyForm startingForm(FrequencyForm form) {
  const bool own = form == FrequencyForm::exponential || form == FrequencyForm::timing;
  return own ? form : FrequencyForm::power;
}

template <typename Row>
const Row* findByName(std::span<const Row> rows, std::string_view Row::*name,
                      std::string_view wanted) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.*name == wanted; });
  return found == rows.end() ? nullptr : &*found;
}

template <typename Entries>
auto* findEntry(Entries& entries, std::string_view key) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  return found == entries.end() ? nullptr : &found->second;
}

}  // namespace

std::optional<double> RopeScaling::number(std::string_view key) const {
  const double* const found = findEntry(numbers, key);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

const std::vector<double>* RopeScaling::list(std::string_view key) const {
  return findEntry(lists, key);
}

std::optional<double> ScaledFrequencies::derivedNumber(std::string_view name) const {
  const auto found = std::find_if(derived.begin(), derived.end(),
                                  [&](const DerivedNumber& each) { return each.name == name; });
  return found == derived.end() ? std::nullopt : std::optional(found->value);
}

const ScalingRow* RopeScaling::row() const {
  return findRopeScaling(type);
}

bool RopeScaling::is(bool ScalingRow::*trait) const {
  const ScalingRow* const known = row();
  return known != nullptr && known->*trait;
}

RopeScaling linearScaling(double factor) {
  RopeScaling scaling;
  scaling.type = "linear";
  scaling.numbers = {{"factor", factor}};
  return scaling;
}

Result<RopeScaling> usualScaling(const ScalingRow& row, double factor, std::int64_t original) {
  RopeScaling scaling;
  scaling.type = std::string(row.id);
  for (const ScalingKey& key : row.used()) {
    const double value = key.name == "factor"       ? factor
                         : key.name == kOriginalKey ? static_cast<double>(original)
                                                    : key.usual;
    if (value != 0) {
      scaling.numbers.emplace_back(key.name, value);
    } else if (key.use == required) {
      return usageError(Text("scaling.error.own", {{"type", row.id}, {"key", key.name}}));
    }
  }
  return scaling;
}

const ScalingKey* findScalingKey(std::string_view name) {
  for (const ScalingRow& row : kRows) {
    if (const ScalingKey* key = findByName<ScalingKey>(row.used(), &ScalingKey::name, name)) {
      return key;
    }
  }
  return nullptr;
}

bool isListKind(ScalingKeyKind kind) {
  return kind == pairs || kind == sections;
}

std::span<const ScalingKey> ScalingRow::used() const {
  const auto* const end = std::find_if(keys.begin(), keys.end(),
                                       [](const ScalingKey& key) { return key.name.empty(); });
  return {keys.begin(), end};
}

bool ScalingRow::reads(std::string_view key) const {
  return findByName<ScalingKey>(used(), &ScalingKey::name, key) != nullptr;
}

std::span<const ScalingRow> ropeScalings() {
  return kRows;
}

const ScalingRow* findRopeScaling(std::string_view id) {
  const Alias* const alias = findByName<Alias>(kAliases, &Alias::spelling, id);
  return findByName<ScalingRow>(kRows, &ScalingRow::id, alias == nullptr ? id : alias->id);
}

Result<ScaledFrequencies> scaledFrequencies(const RopeShape& shape, FrequencyForm form,
                                            FrequencyArithmetic arithmetic) {
  const ScalingRow* const row = shape.scaling.row();
  if (row == nullptr) {
    return unknownScaling(shape.scaling.type);
  }
  const ScalingInput input{shape, startingForm(form), arithmetic};
  POSCOPE_CHECK(checkShape(input, *row));
  auto result = row->frequencies(input);
  if (!result) {
    return result;
  }
  POSCOPE_CHECK(checkFinite(*result, *row));
  return result;
}

}  // namespace poscope
