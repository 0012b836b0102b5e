#include "core/model/rope_block.h"

#include <algorithm>
#include <cmath>

#include "core/model/config_notes.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;

const ScalingKind kScalingKinds[] = {
    {"none", {}, false, false},
    {"mrope", {}, false, false},
    {"linear", {"factor"}},
    {"dynamic", {"factor"}},
    {"ntk", {"factor"}},
    {"yarn", {"factor"}, true},
    {"longrope", {"short_factor", "long_factor"}, true},
    {"llama3", {"factor", "low_freq_factor", "high_freq_factor"}, true},
    {"proportional", {}},
};

struct TypeAlias {
  std::string_view spelling;
  std::string_view type;
};
constexpr TypeAlias kTypeAliases[] = {
    {"default", "none"}, {"su", "longrope"}, {"deepseek_yarn", "yarn"}};

enum class Shape { number, positive, whole, boolean, list };
struct BlockKey {
  std::string_view key;
  Shape shape;
};
constexpr BlockKey kBlockKeys[] = {
    {"factor", Shape::positive},
    {"rope_theta", Shape::positive},
    {"original_max_position_embeddings", Shape::whole},
    {"partial_rotary_factor", Shape::positive},
    {"alpha", Shape::positive},
    {"attention_factor", Shape::number},
    {"beta_fast", Shape::number},
    {"beta_slow", Shape::number},
    {"mscale", Shape::number},
    {"mscale_all_dim", Shape::number},
    {"low_freq_factor", Shape::positive},
    {"high_freq_factor", Shape::positive},
    {"short_mscale", Shape::number},
    {"long_mscale", Shape::number},
    {"extrapolation_factor", Shape::number},
    {"truncate", Shape::boolean},
    {"finetuned", Shape::boolean},
    {"mrope_interleaved", Shape::boolean},
    {"interleaved", Shape::boolean},
    {"short_factor", Shape::list},
    {"long_factor", Shape::list},
    {"mrope_section", Shape::list},
};

const BlockKey* findBlockKey(std::string_view key) {
  const auto* const row = std::find_if(std::begin(kBlockKeys), std::end(kBlockKeys),
                                       [&](const BlockKey& known) { return known.key == key; });
  return row == std::end(kBlockKeys) ? nullptr : row;
}

bool isTypeKey(std::string_view key) {
  return key == "rope_type" || key == "type";
}

std::optional<std::vector<double>> listOf(ConfigKeys& keys, const JsonValue& value,
                                          const std::string& keyPath) {
  if (value.kind != Kind::array) {
    keys.reject(value, keyPath, Text("model.expected.numbers"));
    return std::nullopt;
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const auto number = keys.positiveOf(value.items[i], keyPath + "[" + std::to_string(i) + "]");
    if (!number) {
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<double> scalarOf(ConfigKeys& keys, const JsonValue& value, const std::string& keyPath,
                               Shape shape) {
  if (shape == Shape::whole) {
    const auto whole = keys.wholeOf(value, keyPath, kLengthRange);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
  }
  if (shape == Shape::boolean) {
    if (value.kind != Kind::boolean) {
      keys.reject(value, keyPath, Text("model.expected.boolean"));
      return std::nullopt;
    }
    return value.flag ? 1.0 : 0.0;
  }
  return shape == Shape::positive ? keys.positiveOf(value, keyPath) : keys.numberOf(value, keyPath);
}

// A key that no implementation we know reads: kept when it is a number, and mentioned.
void readExtraKey(const JsonMember& member, const std::string& keyPath, RopeBlock& block,
                  ModelConfig& config) {
  const JsonValue& value = member.value;
  if (value.kind == Kind::integer || value.kind == Kind::real) {
    block.scaling.numbers.emplace_back(printable(member.key), value.number);
  }
  addNotice(config, NoticeLevel::note, keyPath,
            Text("model.notice.extra_key", {{"key", keyPath}, {"value", describeValue(value)}}));
}

void storeNumber(std::string_view key, double number, RopeBlock& block) {
  if (key == "rope_theta") {
    block.base = number;
    return;
  }
  if (key == "partial_rotary_factor") {
    block.rotaryShare = number;
  }
  if (key == "original_max_position_embeddings") {
    block.original = static_cast<std::int64_t>(number);
  }
  block.scaling.numbers.emplace_back(key, number);
}

void readMember(ConfigKeys& keys, const JsonMember& member, const std::string& keyPath,
                RopeBlock& block, ModelConfig& config) {
  if (member.value.isNull() || isTypeKey(member.key)) {
    return;
  }
  const BlockKey* const known = findBlockKey(member.key);
  if (known == nullptr) {
    readExtraKey(member, keyPath, block, config);
  } else if (known->shape == Shape::list) {
    if (auto numbers = listOf(keys, member.value, keyPath)) {
      block.scaling.lists.emplace_back(member.key, *std::move(numbers));
    }
  } else if (const auto number = scalarOf(keys, member.value, keyPath, known->shape)) {
    storeNumber(known->key, *number, block);
  }
}

// rope_type wins over type; "default" with mrope_section is mrope.
void readType(ConfigKeys& keys, const JsonValue& object, RopeBlock& block, ModelConfig& config) {
  const std::string& path = block.scaling.keyPath;
  for (const std::string_view key : {"rope_type", "type"}) {
    const JsonValue* const value = object.find(key);
    if (value == nullptr || value->isNull()) {
      continue;
    }
    if (value->kind != Kind::text) {
      keys.reject(*value, path + "." + std::string(key), Text("model.expected.text"));
      return;
    }
    std::string type = printable(value->text);
    for (const TypeAlias& alias : kTypeAliases) {
      type = type == alias.spelling ? std::string(alias.type) : type;
    }
    const bool sections = object.find("mrope_section") != nullptr;
    block.scaling.type = type == "none" && sections ? "mrope" : type;
    if (findScalingKind(block.scaling.type) == nullptr) {
      addNotice(config, NoticeLevel::warning, path,
                Text("model.notice.unknown_scaling", {{"key", path}, {"type", type}}));
    }
    return;
  }
  if (object.find("factor") != nullptr || object.find("long_factor") != nullptr) {
    block.scaling.type = "unknown";
    addNotice(config, NoticeLevel::error, path, Text("model.notice.no_type", {{"key", path}}));
  }
}

void checkRequired(const RopeBlock& block, ModelConfig& config) {
  const RopeScaling& scaling = block.scaling;
  const ScalingKind* const kind = findScalingKind(scaling.type);
  if (kind == nullptr) {
    return;
  }
  const bool alpha = scaling.type == "dynamic" && scaling.number("alpha").has_value();
  for (const std::string_view key : kind->required) {
    const bool listed = std::any_of(scaling.lists.begin(), scaling.lists.end(),
                                    [&](const auto& list) { return list.first == key; });
    // YaRN without a factor takes it from the two lengths (rope_settings.cpp).
    if (listed || scaling.number(key) || alpha || scaling.type == "yarn") {
      continue;
    }
    addNotice(config, NoticeLevel::error, scaling.keyPath,
              Text("model.notice.missing_key",
                   {{"key", scaling.keyPath + "." + std::string(key)}, {"type", scaling.type}}));
  }
}

void checkNumbers(const RopeScaling& scaling, ModelConfig& config) {
  const auto factor = scaling.number("factor");
  const auto alpha = scaling.number("alpha");
  if (scaling.type == "dynamic" && alpha) {
    addNotice(config, NoticeLevel::note, scaling.keyPath + ".alpha",
              factor ? Text("model.notice.alpha_factor",
                            {{"alpha", settingValue(*alpha)}, {"factor", settingValue(*factor)}})
                     : Text("model.notice.alpha", {{"alpha", settingValue(*alpha)}}));
  } else if (factor && *factor < 1) {
    addNotice(config, NoticeLevel::warning, scaling.keyPath + ".factor",
              Text("model.notice.small_factor",
                   {{"key", scaling.keyPath + ".factor"}, {"value", settingValue(*factor)}}));
  }
  const auto low = scaling.number("low_freq_factor");
  const auto high = scaling.number("high_freq_factor");
  if (scaling.type == "llama3" && low && high && !(*high > *low)) {
    addNotice(config, NoticeLevel::error, scaling.keyPath + ".high_freq_factor",
              Text("model.notice.low_high", {{"key", scaling.keyPath},
                                             {"low", settingValue(*low)},
                                             {"high", settingValue(*high)}}));
  }
  // 0 falls back to the default, as in the reference code.
  const double fast = scaling.number("beta_fast").value_or(0);
  const double slow = scaling.number("beta_slow").value_or(0);
  const double usedFast = fast == 0 ? 32 : fast;
  const double usedSlow = slow == 0 ? 1 : slow;
  if (scaling.type == "yarn" && usedFast < usedSlow) {
    addNotice(config, NoticeLevel::warning, scaling.keyPath + ".beta_fast",
              Text("model.notice.betas", {{"key", scaling.keyPath},
                                          {"fast", settingValue(usedFast)},
                                          {"slow", settingValue(usedSlow)}}));
  }
}

}  // namespace

const ScalingKind* findScalingKind(std::string_view type) {
  const auto* const row = std::find_if(std::begin(kScalingKinds), std::end(kScalingKinds),
                                       [&](const ScalingKind& kind) { return kind.type == type; });
  return row == std::end(kScalingKinds) ? nullptr : row;
}

RopeBlock readRopeBlock(ConfigKeys& keys, const JsonValue& block, const std::string& keyPath,
                        ModelConfig& config) {
  RopeBlock result;
  result.scaling.keyPath = keyPath;
  readType(keys, block, result, config);
  for (const JsonMember& member : block.members) {
    if (&member.value == block.find(member.key)) {  // Of a duplicated key the last one.
      readMember(keys, member, keyPath + "." + printable(member.key), result, config);
    }
  }
  checkRequired(result, config);
  checkNumbers(result.scaling, config);
  return result;
}

}  // namespace poscope
