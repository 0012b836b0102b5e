#include "core/model/rope_settings.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>

#include "core/model/config_notes.h"
#include "core/model/file_bytes.h"
#include "core/model/rope_layers.h"
#include "core/model/rope_shape.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;
constexpr std::string_view kFull = "full_attention";
constexpr std::string_view kSliding = "sliding_attention";
constexpr double kUsualBase = 10000;
// Each key becomes a setting. Files have about ten; a hostile one has a million.
constexpr std::size_t kMostBlockKeys = 256;
constexpr std::size_t kMostLayerTypes = 32;

// A rope block given as a text that holds JSON. Places inside it are those of the text in the file.
std::optional<JsonDocument> parseTextBlock(ConfigKeys& keys, const Keyed<const JsonValue*>& found) {
  JsonLimits limits;
  limits.acceptNonFinite = true;
  auto inner = parseJson(found.value->text, found.keyPath, limits);
  if (!inner || !inner->root.isObject()) {
    keys.reject(*found.value, found.keyPath, Text("model.expected.object_or_null"));
    return std::nullopt;
  }
  std::deque<JsonValue*> open{&inner->root};
  while (!open.empty()) {
    JsonValue& value = *open.front();
    open.pop_front();
    value.offset = found.value->offset;
    for (JsonValue& item : value.items) {
      open.push_back(&item);
    }
    for (JsonMember& member : value.members) {
      open.push_back(&member.value);
    }
  }
  return *std::move(inner);
}

bool isPerLayer(const JsonValue& object) {
  for (const std::string_view key : {"rope_type", "type", "factor", "rope_theta"}) {
    if (object.find(key) != nullptr) {
      return false;
    }
  }
  return std::any_of(object.members.begin(), object.members.end(), [](const JsonMember& member) {
    return member.value.isObject() || member.key == kFull || member.key == kSliding;
  });
}

bool hasFewKeys(ConfigKeys& keys, const JsonValue& object, const std::string& keyPath,
                std::size_t limit) {
  const bool few = object.members.size() <= limit;
  if (!few) {
    keys.reject(object, keyPath,
                Text("model.expected.small_object", {{"limit", static_cast<std::int64_t>(limit)}}));
  }
  return few;
}

RopeBlock readSmallBlock(ConfigKeys& keys, const JsonValue& object, const std::string& keyPath,
                         ModelConfig& config) {
  return hasFewKeys(keys, object, keyPath, kMostBlockKeys)
             ? readRopeBlock(keys, object, keyPath, config)
             : RopeBlock{};
}

// Flat: one block for all layers. Per layer: the global layers first, then the others in file
// order.
std::vector<LayerBlock> blocksOf(ConfigKeys& keys, const JsonValue& object,
                                 const std::string& keyPath, ModelConfig& config) {
  std::vector<LayerBlock> blocks;
  if (!isPerLayer(object)) {
    blocks.push_back({"", readSmallBlock(keys, object, keyPath, config)});
    return blocks;
  }
  if (!hasFewKeys(keys, object, keyPath, kMostLayerTypes)) {
    return {{"", {}}};
  }
  for (const JsonMember& member : object.members) {
    const std::string layerType = printable(member.key);
    const std::string path = keyPath + "." + layerType;
    if (&member.value != object.find(member.key)) {
      continue;  // Of a duplicated key the last one.
    }
    if (member.value.isObject()) {
      blocks.push_back({layerType, readSmallBlock(keys, member.value, path, config)});
    } else if (member.value.isNull()) {
      blocks.push_back({layerType, {}});
    } else {
      keys.reject(member.value, path, Text("model.expected.object_or_null"));
    }
  }
  std::stable_partition(blocks.begin(), blocks.end(),
                        [](const LayerBlock& block) { return block.layerType == kFull; });
  return blocks;
}

std::vector<LayerBlock> readBlocks(ConfigKeys& keys, ModelConfig& config) {
  const auto found = keys.find({"rope_parameters", "rope_scaling"});
  if (!found) {
    return {{"", {}}};
  }
  if (found->keyPath.ends_with("rope_parameters") && keys.has({"rope_scaling"})) {
    addNotice(config, NoticeId::bothBlocks, "rope_scaling", {{"used", found->keyPath}});
    keys.settle(*keys.peek({"rope_scaling"})->value);
  }
  if (found->value->isObject()) {
    return blocksOf(keys, *found->value, found->keyPath, config);
  }
  if (found->value->kind != Kind::text) {
    keys.reject(*found->value, found->keyPath, Text("model.expected.object_or_null"));
    return {{"", {}}};
  }
  const auto inner = parseTextBlock(keys, *found);
  if (!inner) {
    return {{"", {}}};
  }
  addNotice(config, NoticeId::textBlock, found->keyPath,
            {{"key", found->keyPath}, {"line", keys.lineOf(*found->value)}});
  return blocksOf(keys, inner->root, found->keyPath, config);
}

StatedBase assumedBase(double value) {
  return {value, Text(), ""};
}

std::optional<StatedBase> baseOf(const std::optional<Keyed<const JsonValue*>>& found) {
  return found ? std::optional(readBase(*found->value, found->keyPath)) : std::nullopt;
}

// A base that is used must be over 1, or no frequency falls from pair to pair.
void checkBase(const StatedBase& base, ModelConfig& config) {
  if (!(std::isfinite(base.value) && base.value > 1)) {
    addNotice(config, NoticeId::badBase, base.keyPath,
              {{"key", base.keyPath}, {"value", base.shown}});
  }
}

std::optional<StatedBase> statedBase(ConfigKeys& keys, const ModelConfig& config) {
  auto found = baseOf(keys.find({"rope_theta", "rotary_emb_base", "global_rope_theta", "rope_base",
                                 "rotary_base", "attn_config.rope_theta"}));
  if (!found && config.modelType == "chatglm") {
    found = baseOf(keys.find({"rope_ratio"}));
    if (found) {
      found->value *= kUsualBase;
    }
  }
  return found;
}

std::optional<StatedBase> slidingBase(ConfigKeys& keys, const Architecture* architecture) {
  const auto found =
      baseOf(keys.find({"rope_local_base_freq", "local_rope_theta", "swa_rope_theta"}));
  const bool assumed = !found && architecture != nullptr && architecture->slidingBase > 0;
  return assumed ? std::optional(assumedBase(architecture->slidingBase)) : found;
}

void putRope(ModelConfig& config, RopeSetting setting) {
  const std::string suffix = setting.layerType.empty() ? "" : "." + setting.layerType;
  const bool assumed = setting.baseKeyPath.empty();
  putSetting(config, "base" + suffix, settingValue(setting.base), setting.baseKeyPath, assumed);
  if (assumed) {
    addNotice(config,
              setting.layerType.empty() ? NoticeId::assumedBase : NoticeId::assumedLayerBase,
              "rope_theta", {{"base", settingValue(setting.base)}, {"layers", setting.layerType}});
  }
  const RopeScaling& scaling = setting.scaling;
  putSetting(config, "scaling" + suffix, scaling.type, scaling.keyPath);
  for (const auto& [key, number] : scaling.numbers) {
    putSetting(config, "scaling" + suffix + "." + key, settingValue(number),
               scaling.keyPath + "." + key);
  }
  for (const auto& [key, list] : scaling.lists) {
    putSetting(config, "scaling" + suffix + "." + key, "[" + std::to_string(list.size()) + "]",
               scaling.keyPath + "." + key);
  }
  config.rope.push_back(std::move(setting));
}

void readBases(ConfigKeys& keys, const Architecture* architecture,
               const std::vector<LayerBlock>& blocks, ModelConfig& config) {
  const auto stated = statedBase(keys, config);
  const auto sliding = slidingBase(keys, architecture);
  const StatedBase usual = assumedBase(architecture == nullptr ? kUsualBase : architecture->base);
  const bool flat = blocks.size() == 1 && blocks[0].layerType.empty();
  for (const LayerBlock& layer : blocks) {
    const StatedBase outside =
        layer.layerType == kSliding && sliding ? *sliding : stated.value_or(usual);
    const RopeBlock& block = layer.block;
    const StatedBase base = block.base.value_or(outside);
    checkBase(base, config);
    const std::string layerType = flat && sliding ? std::string(kFull) : layer.layerType;
    putRope(config, {layerType, base.value, base.keyPath, block.scaling, std::nullopt});
  }
  if (flat && sliding) {
    checkBase(*sliding, config);
    putRope(config, {std::string(kSliding), sliding->value, sliding->keyPath, {}, std::nullopt});
  }
}

// Longrope lists and mrope sections count pairs of rotating dimensions.
void checkList(const RopeSetting& setting, const std::string& key, const std::vector<double>& list,
               ModelConfig& config) {
  const RopeScaling& scaling = setting.scaling;
  const ScalingRow* const row = scaling.row();
  const bool sections = findScalingKey(key)->kind == ScalingKeyKind::sections;
  const double counted =
      sections ? std::accumulate(list.begin(), list.end(), 0.0) : static_cast<double>(list.size());
  const std::int64_t pairs = *setting.rotaryDim / 2;
  const bool unread = !sections && row != nullptr && !row->reads(key);
  if (unread || counted == static_cast<double>(pairs)) {
    return;
  }
  // Sections are cut off the table one after the other; interleaved ones only say where to stop.
  const bool loose = sections && scaling.number("mrope_interleaved").value_or(0) != 0;
  const std::string path = scaling.keyPath + "." + key;
  const NoticeId id = loose      ? NoticeId::looseSections
                      : sections ? NoticeId::sections
                                 : NoticeId::listLength;
  addNotice(config, id, path,
            {{"key", path},
             {"length", settingValue(counted)},
             {"pairs", pairs},
             {"dim", *setting.rotaryDim}});
}

void checkLists(ModelConfig& config) {
  for (const RopeSetting& setting : config.rope) {
    for (const auto& [key, list] : setting.scaling.lists) {
      if (setting.rotaryDim) {
        checkList(setting, key, list, config);
      }
    }
  }
}

// What no notice has named yet, the computation itself refuses. A table of a width beyond that of
// any model is left to who asks for it.
void checkScalings(ModelConfig& config) {
  constexpr std::int64_t kWidest = 65536;
  if (config.broken()) {
    return;
  }
  for (const RopeSetting& setting : config.rope) {
    if (!setting.rotaryDim || *setting.rotaryDim > kWidest) {
      continue;
    }
    const auto computed = scaledFrequencies(ropeShape(config, setting, 0), FrequencyForm::power,
                                            FrequencyArithmetic::fp32);
    if (!computed) {
      config.notices.push_back(
          {NoticeId::cannotCompute, computed.error().text, setting.scaling.keyPath});
    }
  }
}

}  // namespace

void readRope(ConfigKeys& keys, const Architecture* architecture, ModelConfig& config) {
  const std::vector<LayerBlock> blocks = readBlocks(keys, config);
  if (keys.error()) {
    return;
  }
  readBases(keys, architecture, blocks, config);
  readRotaryWidths(keys, architecture, blocks, config);
  checkLists(config);
  readRopeLengths(keys, blocks, config);
  checkScalings(config);
}

}  // namespace poscope
