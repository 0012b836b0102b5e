#include "core/model/rope_block.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/words.h"
#include "core/model/config_notes.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;

// Keys of blocks besides the base and those that scalings read: what has no effect on the numbers.
constexpr ScalingKey kOtherKeys[] = {
    {"short_mscale", ScalingKeyKind::number},
    {"long_mscale", ScalingKeyKind::number},
    {"extrapolation_factor", ScalingKeyKind::number},
    {"finetuned", ScalingKeyKind::flag},
    {"interleaved", ScalingKeyKind::flag},
};
constexpr std::string_view kBaseKey = "rope_theta";

const ScalingKey* findBlockKey(std::string_view key) {
  if (const ScalingKey* const read = findScalingKey(key)) {
    return read;
  }
  const auto* const row = std::find_if(std::begin(kOtherKeys), std::end(kOtherKeys),
                                       [&](const ScalingKey& known) { return known.name == key; });
  return row == std::end(kOtherKeys) ? nullptr : row;
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
                               ScalingKeyKind kind) {
  if (kind == ScalingKeyKind::whole) {
    const auto whole = keys.wholeOf(value, keyPath, kLengthRange);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
  }
  if (kind == ScalingKeyKind::flag) {
    if (value.kind != Kind::boolean) {
      keys.reject(value, keyPath, Text("model.expected.boolean"));
      return std::nullopt;
    }
    return value.flag ? 1.0 : 0.0;
  }
  return kind == ScalingKeyKind::positive ? keys.positiveOf(value, keyPath)
                                          : keys.numberOf(value, keyPath);
}

// A key that no implementation we know reads: kept when it is a number, and mentioned.
void readExtraKey(const JsonMember& member, const std::string& keyPath, RopeBlock& block,
                  ModelConfig& config) {
  const JsonValue& value = member.value;
  if (value.kind == Kind::integer || value.kind == Kind::real) {
    block.scaling.numbers.emplace_back(printable(member.key), value.number);
  }
  addNotice(config, NoticeId::extraKey, keyPath,
            {{"key", keyPath}, {"value", describeValue(value)}});
}

void storeNumber(std::string_view key, double number, RopeBlock& block) {
  if (key == "partial_rotary_factor") {
    block.rotaryShare = number;
  }
  if (key == kOriginalKey) {
    block.original = static_cast<std::int64_t>(number);
  }
  block.scaling.numbers.emplace_back(key, number);
}

void readMember(ConfigKeys& keys, const JsonMember& member, const std::string& keyPath,
                RopeBlock& block, ModelConfig& config) {
  if (member.value.isNull() || isTypeKey(member.key)) {
    return;
  }
  const ScalingKey* const known = findBlockKey(member.key);
  if (member.key == kBaseKey) {
    block.base = readBase(member.value, keyPath);
  } else if (known == nullptr) {
    readExtraKey(member, keyPath, block, config);
  } else if (isListKind(known->kind)) {
    if (auto numbers = listOf(keys, member.value, keyPath)) {
      block.scaling.lists.emplace_back(member.key, *std::move(numbers));
    }
  } else if (const auto number = scalarOf(keys, member.value, keyPath, known->kind)) {
    storeNumber(known->name, *number, block);
  }
}

// Both spellings of the type, with different words.
void noteTwoTypes(const JsonValue& object, const std::string& path, ModelConfig& config) {
  const JsonValue* const used = object.find("rope_type");
  const JsonValue* const other = object.find("type");
  const bool texts =
      used != nullptr && other != nullptr && used->kind == Kind::text && other->kind == Kind::text;
  if (!texts) {
    return;
  }
  const ScalingRow* const usedRow = findRopeScaling(used->text);
  const ScalingRow* const otherRow = findRopeScaling(other->text);
  if (used->text != other->text && (usedRow == nullptr || usedRow != otherRow)) {
    addNotice(config, NoticeId::twoTypes, path + ".type",
              {{"key", path}, {"used", printable(used->text)}, {"other", printable(other->text)}});
  }
}

// "default" with mrope_section is mrope.
std::string impliedType(const JsonValue& object, const std::string& plain) {
  for (const ScalingRow& row : ropeScalings()) {
    if (!row.implied.empty() && object.find(row.implied) != nullptr) {
      return std::string(row.id);
    }
  }
  return plain;
}

// rope_type wins over type.
void readType(ConfigKeys& keys, const JsonValue& object, RopeBlock& block, ModelConfig& config) {
  const std::string& path = block.scaling.keyPath;
  noteTwoTypes(object, path, config);
  for (const std::string_view key : {"rope_type", "type"}) {
    const JsonValue* const value = object.find(key);
    if (value == nullptr || value->isNull()) {
      continue;
    }
    if (value->kind != Kind::text) {
      keys.reject(*value, path + "." + std::string(key), Text("model.expected.text"));
      return;
    }
    const ScalingRow* const row = findRopeScaling(value->text);
    block.scaling.type = row == nullptr ? printable(value->text) : std::string(row->id);
    if (block.scaling.is(&ScalingRow::none)) {
      block.scaling.type = impliedType(object, block.scaling.type);
    }
    if (row == nullptr) {
      addNotice(config, NoticeId::unknownScaling, path,
                {{"key", path}, {"type", block.scaling.type}});
    }
    return;
  }
  if (object.find("factor") != nullptr || object.find("long_factor") != nullptr) {
    block.scaling.type = "unknown";
    addNotice(config, NoticeId::noType, path, {{"key", path}});
  }
}

void checkRequired(const RopeBlock& block, ModelConfig& config) {
  const RopeScaling& scaling = block.scaling;
  const ScalingRow* const row = scaling.row();
  if (row == nullptr || (!row->instead.empty() && scaling.number(row->instead))) {
    return;
  }
  for (const ScalingKey& key : row->used()) {
    const bool given = scaling.list(key.name) != nullptr || scaling.number(key.name);
    if (key.use == ScalingKeyUse::required && !given) {
      addNotice(config, NoticeId::missingKey, scaling.keyPath,
                {{"key", scaling.keyPath + "." + std::string(key.name)}, {"type", scaling.type}});
    }
  }
}

// Keys that some scaling reads, but not this one.
void noteUnreadKeys(const RopeScaling& scaling, ModelConfig& config) {
  const ScalingRow* const row = scaling.row();
  if (row == nullptr) {
    return;
  }
  std::vector<std::string> names;
  const auto add = [&](const std::string& key) {
    const ScalingKey* const known = findScalingKey(key);
    if (known != nullptr && !known->always && !row->reads(key)) {
      names.push_back(key);
    }
  };
  for (const auto& entry : scaling.numbers) {
    add(entry.first);
  }
  for (const auto& entry : scaling.lists) {
    add(entry.first);
  }
  if (!names.empty()) {
    const bool stretches = row->none && scaling.number("factor").value_or(1) != 1;
    addNotice(config, stretches ? NoticeId::unreadFactor : NoticeId::unreadKeys, scaling.keyPath,
              {{"key", scaling.keyPath}, {"type", scaling.type}, {"names", joinWords(names)}});
  }
}

void checkNumbers(const RopeScaling& scaling, ModelConfig& config) {
  const ScalingRow* const row = scaling.row();
  const auto reads = [row](std::string_view key) { return row != nullptr && row->reads(key); };
  const auto factor = scaling.number("factor");
  const auto alpha = scaling.number("alpha");
  if (alpha && reads("alpha")) {
    std::vector<TextArgument> arguments{{"alpha", settingValue(*alpha)}};
    if (factor) {
      arguments.emplace_back("factor", settingValue(*factor));
    }
    addNotice(config, factor ? NoticeId::alphaFactor : NoticeId::alpha, scaling.keyPath + ".alpha",
              std::move(arguments));
  } else if (factor && *factor < 1) {
    addNotice(config, NoticeId::smallFactor, scaling.keyPath + ".factor",
              {{"key", scaling.keyPath + ".factor"}, {"value", settingValue(*factor)}});
  }
  const auto low = scaling.number("low_freq_factor");
  const auto high = scaling.number("high_freq_factor");
  if (reads("low_freq_factor") && low && high && !(*high > *low)) {
    addNotice(
        config, NoticeId::lowHigh, scaling.keyPath + ".high_freq_factor",
        {{"key", scaling.keyPath}, {"low", settingValue(*low)}, {"high", settingValue(*high)}});
  }
  // 0 falls back to the default, as in the reference code.
  const double fast = scaling.number("beta_fast").value_or(0);
  const double slow = scaling.number("beta_slow").value_or(0);
  const double usedFast = fast == 0 ? kBetaFast : fast;
  const double usedSlow = slow == 0 ? kBetaSlow : slow;
  if (reads("beta_fast") && usedFast < usedSlow) {
    addNotice(config, NoticeId::betas, scaling.keyPath + ".beta_fast",
              {{"key", scaling.keyPath},
               {"fast", settingValue(usedFast)},
               {"slow", settingValue(usedSlow)}});
  }
}

}  // namespace

StatedBase readBase(const JsonValue& value, std::string keyPath) {
  const bool number = value.kind == Kind::integer || value.kind == Kind::real;
  return {number ? value.number : std::numeric_limits<double>::quiet_NaN(), describeValue(value),
          std::move(keyPath)};
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
  noteUnreadKeys(result.scaling, config);
  return result;
}

}  // namespace poscope
