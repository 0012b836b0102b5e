#include "core/encoding/rope_scaling.h"

#include <algorithm>
#include <cmath>

#include "core/encoding/scaling/scaling_input.h"

namespace poscope {
namespace {

constexpr std::string_view kOriginal = "original_max_position_embeddings";

using enum ScalingKeyKind;
constexpr ScalingKey kKeys[] = {
    {"factor", positive},
    {kOriginal, whole},
    {"alpha", positive},
    {"attention_factor", number},
    {"beta_fast", number},
    {"beta_slow", number},
    {"mscale", number},
    {"mscale_all_dim", number},
    {"truncate", flag},
    {"low_freq_factor", positive},
    {"high_freq_factor", positive},
    {"partial_rotary_factor", positive},
    {"mrope_interleaved", flag},
    {"short_factor", pairs},
    {"long_factor", pairs},
    {"mrope_section", sections},
};

constexpr std::string_view kFactor[] = {"factor"};
constexpr std::string_view kLists[] = {"short_factor", "long_factor"};
constexpr std::string_view kLlama3[] = {"factor", "low_freq_factor", "high_freq_factor"};
constexpr std::string_view kAlpha[] = {"alpha", kOriginal};
constexpr std::string_view kOriginalOnly[] = {kOriginal};
constexpr std::string_view kYarn[] = {"factor",    kOriginal, "attention_factor", "beta_fast",
                                      "beta_slow", "mscale",  "mscale_all_dim",   "truncate"};
constexpr std::string_view kLongrope[] = {"factor", kOriginal, "attention_factor"};
constexpr std::string_view kShare[] = {"factor", "partial_rotary_factor"};
constexpr std::string_view kSections[] = {"mrope_section", "mrope_interleaved"};

constexpr ScalingRow kRows[] = {
    {.id = "none",
     .required = {},
     .optional = {},
     .instead = {},
     .changesFrequencies = false,
     .frequencies = noneFrequencies},
    {.id = "linear",
     .required = kFactor,
     .optional = {},
     .instead = {},
     .frequencies = linearFrequencies},
    {.id = "dynamic",
     .required = kFactor,
     .optional = kAlpha,
     .instead = "alpha",
     .followsLength = true,
     .frequencies = dynamicFrequencies},
    {.id = "ntk",
     .required = kFactor,
     .optional = {},
     .instead = {},
     .frequencies = ntkFrequencies},
    {.id = "yarn",
     .required = {},  // Without a factor the lengths give it.
     .optional = kYarn,
     .instead = {},
     .needsOriginal = true,
     .frequencies = yarnFrequencies},
    {.id = "longrope",
     .required = kLists,
     .optional = kLongrope,
     .instead = {},
     .needsOriginal = true,
     .followsLength = true,
     .frequencies = longropeFrequencies},
    {.id = "llama3",
     .required = kLlama3,
     .optional = kOriginalOnly,
     .instead = {},
     .needsOriginal = true,
     .frequencies = llama3Frequencies},
    {.id = "proportional",
     .required = {},
     .optional = kShare,
     .instead = {},
     .frequencies = proportionalFrequencies},
    {.id = "mrope",
     .required = {},
     .optional = kSections,
     .instead = {},
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
  for (const std::string_view key : row.required) {
    if (!replaced && !scaling.number(key) && scaling.list(key) == nullptr) {
      return usageError(Text("scaling.error.missing", {{"type", row.id}, {"key", key}}));
    }
  }
  for (const auto& keys : {row.required, row.optional}) {
    for (const std::string_view name : keys) {
      const ScalingKey& key = *findScalingKey(name);
      const std::vector<double>* const list = scaling.list(name);
      const auto value = scaling.number(name);
      if (isListKind(key.kind) ? value.has_value() : list != nullptr) {
        return usageError(Text(value ? "scaling.error.no_list" : "scaling.error.no_number",
                               {{"type", row.id}, {"key", name}}));
      }
      if (list != nullptr) {
        if (auto checked = checkList(input, key, *list); !checked) {
          return checked;
        }
      } else if (value) {
        if (auto expected = complaint(key.kind, *value)) {
          return scalingNumberError(input, name, *value, *std::move(expected));
        }
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
  if (auto checked = checkKeys(input, row); !checked) {
    return checked;
  }
  if (row.needsOriginal && shape.trained <= 0 && !shape.scaling.number(kOriginal)) {
    return usageError(Text("scaling.error.trained", {{"type", row.id}, {"key", kOriginal}}));
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

const ScalingKey* findScalingKey(std::string_view name) {
  return findByName<ScalingKey>(kKeys, &ScalingKey::name, name);
}

bool isListKind(ScalingKeyKind kind) {
  return kind == pairs || kind == sections;
}

bool ScalingRow::reads(std::string_view key) const {
  return std::find(required.begin(), required.end(), key) != required.end() ||
         std::find(optional.begin(), optional.end(), key) != optional.end();
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
  const ScalingRow* const row = findRopeScaling(shape.scaling.type);
  if (row == nullptr) {
    return unknownScaling(shape.scaling.type);
  }
  const ScalingInput input{shape, startingForm(form), arithmetic};
  if (const auto checked = checkShape(input, *row); !checked) {
    return tl::unexpected<Error>(checked.error());
  }
  auto result = row->frequencies(input);
  if (!result) {
    return result;
  }
  if (const auto checked = checkFinite(*result, *row); !checked) {
    return tl::unexpected<Error>(checked.error());
  }
  return result;
}

}  // namespace poscope
