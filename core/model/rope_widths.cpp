#include <algorithm>
#include <cmath>

#include "core/model/config_notes.h"
#include "core/model/rope_layers.h"

namespace poscope {
namespace {

struct RotaryWidth {
  std::int64_t dim = 0;
  std::string keyPath;
  std::string value;  // What stands under the key.
  bool assumed = false;
};

constexpr std::string_view kShare = "partial_rotary_factor";

// A scaling that reads the share itself spans the whole head: the rest of its frequencies are zero.
bool spansHead(const RopeScaling& scaling) {
  const ScalingRow* const row = scaling.row();
  return row != nullptr && row->reads(kShare);
}

std::optional<RotaryWidth> widthOfShare(const ModelConfig& config, double share,
                                        const std::string& keyPath, bool assumed) {
  if (!config.headDim) {
    return std::nullopt;
  }
  const double width = std::min(static_cast<double>(*config.headDim) * share, 1e9);
  return RotaryWidth{static_cast<std::int64_t>(width), keyPath, settingValue(share), assumed};
}

std::optional<RotaryWidth> wholeHead(const ModelConfig& config) {
  if (!config.headDim) {
    return std::nullopt;
  }
  const auto head = std::find_if(config.settings.begin(), config.settings.end(),
                                 [](const Setting& setting) { return setting.name == "head_dim"; });
  return RotaryWidth{*config.headDim, head == config.settings.end() ? "" : head->keyPath,
                     settingValue(*config.headDim)};
}

const KeyNames kShares = {kShare, "rotary_pct", "rope_pct", "rotary_emb_fraction"};

std::optional<Keyed<double>> statedShare(ConfigKeys& keys) {
  return keys.positive(kShares);
}

// A share beside what decides the width says nothing new where it means the same, or the whole of
// what rotates.
void settleShare(ConfigKeys& keys, const RotaryWidth& width, const ModelConfig& config) {
  const auto share = keys.peek(kShares);
  const double head = static_cast<double>(config.headDim.value_or(0));
  if (share && (share->value->number == 1 ||
                std::trunc(head * share->value->number) == static_cast<double>(width.dim))) {
    keys.settle(*share->value);
  }
}

std::optional<RotaryWidth> rotaryWidth(ConfigKeys& keys, const Architecture* architecture,
                                       const RopeBlock& block, const ModelConfig& config) {
  const auto explicitDim =
      keys.whole({"qk_rope_head_dim", "rotary_dim", "attn_rotary_emb"}, kDimensionRange);
  if (explicitDim) {
    return RotaryWidth{explicitDim->value, explicitDim->keyPath, settingValue(explicitDim->value)};
  }
  if (spansHead(block.scaling)) {
    return wholeHead(config);
  }
  if (block.rotaryShare) {
    return widthOfShare(config, *block.rotaryShare,
                        block.scaling.keyPath + "." + std::string(kShare), false);
  }
  if (const auto share = statedShare(keys)) {
    return widthOfShare(config, share->value, share->keyPath, false);
  }
  if (architecture != nullptr && architecture->rotaryShare != 1) {
    return widthOfShare(config, architecture->rotaryShare, "model_type", true);
  }
  return wholeHead(config);
}

void checkWidth(const RotaryWidth& width, ModelConfig& config) {
  const bool odd = width.dim % 2 != 0;
  const bool empty = width.dim == 0;
  const bool wide = config.headDim && width.dim > *config.headDim;
  if (odd || empty || wide) {
    const NoticeId id = wide    ? NoticeId::wideRotary
                        : empty ? NoticeId::noRotary
                                : NoticeId::oddRotary;
    addNotice(config, id, width.keyPath,
              {{"key", width.keyPath},
               {"value", width.value},
               {"dim", width.dim},
               {"head", config.headDim.value_or(0)}});
  }
}

void putWidth(const RotaryWidth& width, const std::string& suffix, ModelConfig& config) {
  putSetting(config, "rotary_dim" + suffix, settingValue(width.dim), width.keyPath, width.assumed);
  if (width.assumed) {
    addNotice(config, NoticeId::assumedShare, width.keyPath,
              {{"type", config.modelType}, {"share", width.value}, {"dim", width.dim}});
  }
  checkWidth(width, config);
}

// The share of such a scaling may stand outside of its block.
void completeShare(ConfigKeys& keys, RopeSetting& setting, ModelConfig& config) {
  if (!spansHead(setting.scaling) || setting.scaling.number(kShare)) {
    return;
  }
  if (const auto share = statedShare(keys)) {
    setting.scaling.numbers.emplace_back(kShare, share->value);
    const std::string suffix = setting.layerType.empty() ? "" : "." + setting.layerType;
    putSetting(config, "scaling" + suffix + "." + std::string(kShare), settingValue(share->value),
               share->keyPath);
  }
}

}  // namespace

void readRotaryWidths(ConfigKeys& keys, const Architecture* architecture,
                      const std::vector<LayerBlock>& blocks, ModelConfig& config) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto width = rotaryWidth(keys, architecture, blocks[i].block, config);
    if (!width) {
      addNotice(config, NoticeId::noHeadDim, "head_dim");
      return;
    }
    settleShare(keys, *width, config);
    if (i == 0) {
      config.rotaryDim = width->dim;
      putWidth(*width, "", config);
    } else if (width->dim != *config.rotaryDim) {
      putWidth(*width, "." + blocks[i].layerType, config);
    }
    config.rope[i].rotaryDim = width->dim;
    completeShare(keys, config.rope[i], config);
  }
  for (std::size_t i = blocks.size(); i < config.rope.size(); ++i) {
    config.rope[i].rotaryDim = config.rotaryDim;
  }
}

}  // namespace poscope
