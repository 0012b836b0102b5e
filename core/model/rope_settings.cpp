#include "core/model/rope_settings.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "core/model/config_notes.h"
#include "core/model/file_bytes.h"
#include "core/model/rope_block.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;
constexpr std::string_view kFull = "full_attention";
constexpr std::string_view kSliding = "sliding_attention";
constexpr double kUsualBase = 10000;
// Each key becomes a setting. Files have about ten; a hostile one has a million.
constexpr std::size_t kMostBlockKeys = 256;
constexpr std::size_t kMostLayerTypes = 32;

struct LayerBlock {
  std::string layerType;
  RopeBlock block;
};

// A rope block given as a text that holds JSON. Places inside it are those of the text in the file.
std::optional<JsonDocument> parseTextBlock(ConfigKeys& keys, const Keyed<const JsonValue*>& found) {
  auto inner = parseJson(found.value->text, found.keyPath);
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
    addNotice(config, NoticeLevel::warning, "rope_scaling",
              Text("model.notice.both_blocks", {{"used", found->keyPath}}));
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
  addNotice(config, NoticeLevel::warning, found->keyPath,
            Text("model.notice.text_block",
                 {{"key", found->keyPath}, {"line", keys.lineOf(*found->value)}}));
  return blocksOf(keys, inner->root, found->keyPath, config);
}

struct Base {
  double value;
  std::string keyPath;  // Empty: assumed.
};

std::optional<Base> statedBase(ConfigKeys& keys, const ModelConfig& config) {
  const auto found = keys.positive({"rope_theta", "rotary_emb_base", "global_rope_theta",
                                    "rope_base", "rotary_base", "attn_config.rope_theta"});
  if (found) {
    return Base{found->value, found->keyPath};
  }
  if (config.modelType == "chatglm") {
    constexpr double kLargestRatio = 1e300;  // Its product with the base is finite.
    const auto ratio = keys.positive({"rope_ratio"});
    if (ratio && ratio->value > kLargestRatio) {
      keys.reject(*keys.find({"rope_ratio"})->value, ratio->keyPath,
                  Text("model.expected.up_to", {{"high", kLargestRatio}}));
      return std::nullopt;
    }
    return ratio ? std::optional(Base{kUsualBase * ratio->value, ratio->keyPath}) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Base> slidingBase(ConfigKeys& keys, const Architecture* architecture) {
  const auto found = keys.positive({"rope_local_base_freq", "local_rope_theta"});
  if (found) {
    return Base{found->value, found->keyPath};
  }
  const bool assumed = architecture != nullptr && architecture->slidingBase > 0;
  return assumed ? std::optional(Base{architecture->slidingBase, ""}) : std::nullopt;
}

void putRope(ModelConfig& config, RopeSetting setting) {
  const std::string suffix = setting.layerType.empty() ? "" : "." + setting.layerType;
  const bool assumed = setting.baseKeyPath.empty();
  putSetting(config, "base" + suffix, settingValue(setting.base), setting.baseKeyPath, assumed);
  if (assumed) {
    addNotice(config, NoticeLevel::note, "rope_theta",
              setting.layerType.empty()
                  ? Text("model.notice.assumed_base", {{"base", settingValue(setting.base)}})
                  : Text("model.notice.assumed_layer_base",
                         {{"base", settingValue(setting.base)}, {"layers", setting.layerType}}));
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
  const ScalingKind* const kind = findScalingKind(scaling.type);
  if (kind == nullptr || kind->changesFrequencies) {
    addNotice(config, NoticeLevel::warning, scaling.keyPath,
              Text("model.notice.not_applied", {{"key", scaling.keyPath},
                                                {"type", scaling.type},
                                                {"base", settingValue(setting.base)}}));
  }
  config.rope.push_back(std::move(setting));
}

void readBases(ConfigKeys& keys, const Architecture* architecture,
               const std::vector<LayerBlock>& blocks, ModelConfig& config) {
  const auto stated = statedBase(keys, config);
  const auto sliding = slidingBase(keys, architecture);
  const Base usual{architecture == nullptr ? kUsualBase : architecture->base, ""};
  const bool flat = blocks.size() == 1 && blocks[0].layerType.empty();
  for (const LayerBlock& layer : blocks) {
    const Base outside = layer.layerType == kSliding && sliding ? *sliding : stated.value_or(usual);
    const RopeBlock& block = layer.block;
    const Base base =
        block.base ? Base{*block.base, block.scaling.keyPath + ".rope_theta"} : outside;
    const std::string layerType = flat && sliding ? std::string(kFull) : layer.layerType;
    putRope(config, {layerType, base.value, base.keyPath, block.scaling});
  }
  if (flat && sliding) {
    putRope(config, {std::string(kSliding), sliding->value, sliding->keyPath, {}});
  }
}

struct RotaryWidth {
  std::int64_t dim = 0;
  std::string keyPath;
  std::string value;  // What stands under the key.
  bool assumed = false;
};

std::optional<RotaryWidth> widthOfShare(const ModelConfig& config, double share,
                                        const std::string& keyPath, bool assumed) {
  if (!config.headDim) {
    return std::nullopt;
  }
  const double width = std::min(static_cast<double>(*config.headDim) * share, 1e9);
  return RotaryWidth{static_cast<std::int64_t>(width), keyPath, settingValue(share), assumed};
}

std::optional<RotaryWidth> rotaryWidth(ConfigKeys& keys, const Architecture* architecture,
                                       const std::vector<LayerBlock>& blocks,
                                       const ModelConfig& config) {
  const auto explicitDim = keys.whole({"qk_rope_head_dim", "rotary_dim"}, kDimensionRange);
  if (explicitDim) {
    return RotaryWidth{explicitDim->value, explicitDim->keyPath, settingValue(explicitDim->value)};
  }
  for (const LayerBlock& layer : blocks) {
    // "proportional" keeps the head's full width: the rest of its frequencies are zero.
    if (layer.block.rotaryShare && layer.block.scaling.type != "proportional") {
      return widthOfShare(config, *layer.block.rotaryShare,
                          layer.block.scaling.keyPath + ".partial_rotary_factor", false);
    }
  }
  const auto share = keys.positive({"partial_rotary_factor", "rotary_pct", "rope_pct"});
  if (share && blocks[0].block.scaling.type != "proportional") {
    return widthOfShare(config, share->value, share->keyPath, false);
  }
  if (architecture != nullptr && architecture->rotaryShare != 1) {
    return widthOfShare(config, architecture->rotaryShare, "model_type", true);
  }
  if (!config.headDim) {
    return std::nullopt;
  }
  const auto head = std::find_if(config.settings.begin(), config.settings.end(),
                                 [](const Setting& setting) { return setting.name == "head_dim"; });
  return RotaryWidth{*config.headDim, head == config.settings.end() ? "" : head->keyPath,
                     settingValue(*config.headDim)};
}

void checkWidth(const RotaryWidth& width, ModelConfig& config) {
  const bool odd = width.dim % 2 != 0;
  const bool empty = width.dim == 0;
  const bool wide = config.headDim && width.dim > *config.headDim;
  if (odd || empty || wide) {
    const char* const key = wide    ? "model.notice.wide_rotary"
                            : empty ? "model.notice.no_rotary"
                                    : "model.notice.odd_rotary";
    addNotice(config, NoticeLevel::error, width.keyPath,
              Text(key, {{"key", width.keyPath},
                         {"value", width.value},
                         {"dim", width.dim},
                         {"head", config.headDim.value_or(0)}}));
  }
}

void readRotaryWidth(ConfigKeys& keys, const Architecture* architecture,
                     const std::vector<LayerBlock>& blocks, ModelConfig& config) {
  const auto width = rotaryWidth(keys, architecture, blocks, config);
  if (!width) {
    addNotice(config, NoticeLevel::warning, "head_dim", Text("model.notice.no_head_dim"));
    return;
  }
  config.rotaryDim = width->dim;
  putSetting(config, "rotary_dim", settingValue(width->dim), width->keyPath, width->assumed);
  if (width->assumed) {
    addNotice(config, NoticeLevel::note, width->keyPath,
              Text("model.notice.assumed_share",
                   {{"type", config.modelType}, {"share", width->value}, {"dim", width->dim}}));
  }
  checkWidth(*width, config);
}

// Longrope lists and mrope sections count pairs of rotating dimensions.
void checkLists(ModelConfig& config) {
  for (const RopeSetting& setting : config.rope) {
    for (const auto& [key, list] : setting.scaling.lists) {
      const bool sections = key == "mrope_section";
      double pairs = static_cast<double>(list.size());
      if (sections) {
        pairs = 0;
        for (const double section : list) {
          pairs += section;
        }
      }
      if (!config.rotaryDim || pairs == static_cast<double>(*config.rotaryDim / 2)) {
        continue;
      }
      const std::string path = setting.scaling.keyPath + "." + key;
      addNotice(config, sections ? NoticeLevel::warning : NoticeLevel::error, path,
                Text(sections ? "model.notice.sections" : "model.notice.list_length",
                     {{"key", path},
                      {"length", settingValue(pairs)},
                      {"pairs", *config.rotaryDim / 2},
                      {"dim", *config.rotaryDim}}));
    }
  }
}

// YaRN stretches the original length by its factor, whatever max_position_embeddings says.
void applyYarnLength(RopeScaling& scaling, bool originalAssumed, ModelConfig& config) {
  const auto stated = config.context;
  const double original = static_cast<double>(*config.originalContext);
  if (!scaling.number("factor") && stated) {
    const double factor = static_cast<double>(*stated) / original;
    scaling.numbers.emplace_back("factor", factor);
    putSetting(config, "scaling.factor", settingValue(factor), "max_position_embeddings", true);
    addNotice(config, NoticeLevel::warning, scaling.keyPath + ".factor",
              Text("model.notice.assumed_factor",
                   {{"key", scaling.keyPath + ".factor"}, {"factor", settingValue(factor)}}));
    return;
  }
  const double scaled = original * scaling.number("factor").value_or(1);
  if (!(scaled >= 1 && scaled <= static_cast<double>(kLengthRange.highest))) {
    addNotice(config, NoticeLevel::error, scaling.keyPath + ".factor",
              Text("model.notice.scaled_length",
                   {{"key", scaling.keyPath + ".factor"}, {"length", scaled}}));
    return;
  }
  const auto length = static_cast<std::int64_t>(std::llround(scaled));
  const std::string path = scaling.keyPath + ".factor, original_max_position_embeddings";
  config.context = length;
  putSetting(config, "context", settingValue(length), path, originalAssumed);
  if (stated && *stated != length && !originalAssumed) {
    const bool usual = *stated == *config.originalContext;
    addNotice(config, usual ? NoticeLevel::note : NoticeLevel::warning, "max_position_embeddings",
              Text(usual ? "model.notice.yarn_usual" : "model.notice.yarn_lengths",
                   {{"stated", *stated},
                    {"original", *config.originalContext},
                    {"factor", settingValue(scaling.number("factor").value_or(1))},
                    {"length", length}}));
  }
}

// Returns whether the original length had to be assumed.
bool readOriginal(ConfigKeys& keys, const RopeBlock& block, ModelConfig& config) {
  const RopeScaling& scaling = block.scaling;
  const auto top = keys.whole({"original_max_position_embeddings"}, kLengthRange);
  if (top || block.original) {
    config.originalContext = top ? top->value : *block.original;
    putSetting(config, "original_context", settingValue(*config.originalContext),
               top ? top->keyPath : scaling.keyPath + ".original_max_position_embeddings");
    if (top && block.original && *block.original != top->value) {
      addNotice(
          config, NoticeLevel::warning, top->keyPath,
          Text("model.notice.two_originals", {{"used", top->value}, {"other", *block.original}}));
    }
    return false;
  }
  const std::string missing = scaling.keyPath + ".original_max_position_embeddings";
  if (!config.context) {
    addNotice(config, NoticeLevel::error, missing,
              Text("model.notice.missing_key", {{"key", missing}, {"type", scaling.type}}));
    return true;
  }
  config.originalContext = config.context;
  putSetting(config, "original_context", settingValue(*config.context), "max_position_embeddings",
             true);
  addNotice(config, NoticeLevel::warning, missing,
            Text("model.notice.assumed_original",
                 {{"key", missing}, {"type", scaling.type}, {"length", *config.context}}));
  return true;
}

void readLengths(ConfigKeys& keys, const std::vector<LayerBlock>& blocks, ModelConfig& config) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    RopeScaling& scaling = config.rope[i].scaling;
    const ScalingKind* const kind = findScalingKind(scaling.type);
    if (scaling.type == "dynamic" && config.context) {
      config.originalContext = config.context;
      putSetting(config, "original_context", settingValue(*config.context),
                 "max_position_embeddings");
      return;
    }
    if (kind == nullptr || !kind->needsOriginal) {
      continue;
    }
    const bool assumed = readOriginal(keys, blocks[i].block, config);
    if (scaling.type == "yarn" && config.originalContext) {
      applyYarnLength(scaling, assumed, config);
    } else if (scaling.type == "llama3" && !assumed && config.context &&
               *config.originalContext >= *config.context) {
      addNotice(config, NoticeLevel::warning, scaling.keyPath,
                Text("model.notice.original_not_shorter",
                     {{"original", *config.originalContext}, {"context", *config.context}}));
    }
    return;  // One kind of layer decides the lengths: the global layers come first.
  }
}

}  // namespace

void readRope(ConfigKeys& keys, const Architecture* architecture, ModelConfig& config) {
  const std::vector<LayerBlock> blocks = readBlocks(keys, config);
  if (keys.error()) {
    return;
  }
  readBases(keys, architecture, blocks, config);
  readRotaryWidth(keys, architecture, blocks, config);
  checkLists(config);
  readLengths(keys, blocks, config);
}

}  // namespace poscope
