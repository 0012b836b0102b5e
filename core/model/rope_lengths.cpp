#include <algorithm>
#include <cmath>

#include "core/model/config_notes.h"
#include "core/model/rope_layers.h"

namespace poscope {
namespace {

void putNumber(RopeScaling& scaling, std::string_view key, double number) {
  const auto stated = std::find_if(scaling.numbers.begin(), scaling.numbers.end(),
                                   [&](const auto& entry) { return entry.first == key; });
  if (stated == scaling.numbers.end()) {
    scaling.numbers.emplace_back(key, number);
  } else {
    stated->second = number;
  }
}

struct Original {
  std::int64_t length = 0;
  bool assumed = false;
};

// YaRN without a factor takes it from the two lengths.
void completeYarnFactor(RopeScaling& scaling, const std::string& suffix, double original,
                        std::optional<std::int64_t> stated, ModelConfig& config) {
  if (scaling.number("factor") || !stated) {
    return;
  }
  const double factor = static_cast<double>(*stated) / original;
  scaling.numbers.emplace_back("factor", factor);
  putSetting(config, "scaling" + suffix + ".factor", settingValue(factor),
             "max_position_embeddings", true);
  addNotice(config, NoticeId::assumedFactor, scaling.keyPath + ".factor",
            {{"key", scaling.keyPath + ".factor"}, {"factor", settingValue(factor)}});
}

// YaRN stretches the original length by its factor, whatever max_position_embeddings says.
void applyYarnLength(const RopeScaling& scaling, const Original& original, ModelConfig& config) {
  const auto stated = config.context;
  const double factor = scaling.number("factor").value_or(1);
  const double scaled = static_cast<double>(original.length) * factor;
  if (!(scaled >= 1 && scaled <= static_cast<double>(kLengthRange.highest))) {
    addNotice(config, NoticeId::scaledLength, scaling.keyPath + ".factor",
              {{"key", scaling.keyPath + ".factor"}, {"length", scaled}});
    return;
  }
  const auto length = static_cast<std::int64_t>(std::llround(scaled));
  if (stated == length) {
    return;
  }
  const std::string path = scaling.keyPath + ".factor, " + std::string(kOriginalKey);
  config.context = length;
  putSetting(config, "context", settingValue(length), path, original.assumed);
  if (stated && !original.assumed) {
    const bool usual = *stated == original.length;
    addNotice(config, usual ? NoticeId::yarnUsual : NoticeId::yarnLengths,
              "max_position_embeddings",
              {{"stated", *stated},
               {"original", original.length},
               {"factor", settingValue(factor)},
               {"length", length}});
  }
}

// The length at the top of a file wins over the one in the block; without both the stated context
// is assumed.
std::optional<Original> originalOf(ConfigKeys& keys, const RopeBlock& block,
                                   const std::string& suffix, std::optional<std::int64_t> stated,
                                   ModelConfig& config) {
  const RopeScaling& scaling = block.scaling;
  const std::string own = scaling.keyPath + "." + std::string(kOriginalKey);
  const auto put = [&](std::int64_t length, const std::string& keyPath, bool assumed) {
    putSetting(config, "original_context" + suffix, settingValue(length), keyPath, assumed);
    return Original{length, assumed};
  };
  const auto top = keys.whole({kOriginalKey}, kLengthRange);
  if (top && block.original && *block.original != top->value) {
    addNotice(config, NoticeId::twoOriginals, top->keyPath,
              {{"used", top->value}, {"other", *block.original}});
  }
  if (top || block.original) {
    return put(top ? top->value : *block.original, top ? top->keyPath : own, false);
  }
  if (!stated) {
    addNotice(config, NoticeId::missingKey, own, {{"key", own}, {"type", scaling.type}});
    return std::nullopt;
  }
  addNotice(config, NoticeId::assumedOriginal, own,
            {{"key", own}, {"type", scaling.type}, {"length", *stated}});
  return put(*stated, "max_position_embeddings", true);
}

void checkExtends(const RopeScaling& scaling, const Original& original, ModelConfig& config) {
  if (scaling.is(&ScalingRow::extends) && !original.assumed && config.context &&
      original.length >= *config.context) {
    addNotice(config, NoticeId::originalNotShorter, scaling.keyPath,
              {{"original", original.length}, {"context", *config.context}});
  }
}

}  // namespace

void readRopeLengths(ConfigKeys& keys, const std::vector<LayerBlock>& blocks, ModelConfig& config) {
  const auto stated = config.context;
  bool decided = false;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    RopeScaling& scaling = config.rope[i].scaling;
    const std::string suffix = decided ? "." + blocks[i].layerType : "";
    std::optional<Original> original;
    if (scaling.is(&ScalingRow::growsBase) && stated) {
      original = Original{*stated};
      putSetting(config, "original_context" + suffix, settingValue(*stated),
                 "max_position_embeddings");
    } else if (scaling.is(&ScalingRow::needsOriginal)) {
      original = originalOf(keys, blocks[i].block, suffix, stated, config);
    }
    if (!original) {
      continue;
    }
    if (scaling.is(&ScalingRow::needsOriginal)) {
      putNumber(scaling, kOriginalKey, static_cast<double>(original->length));
    }
    if (scaling.is(&ScalingRow::setsContext)) {
      completeYarnFactor(scaling, suffix, static_cast<double>(original->length), stated, config);
    }
    if (!decided) {
      config.originalContext = original->length;
      if (scaling.is(&ScalingRow::setsContext)) {
        applyYarnLength(scaling, *original, config);
      }
      checkExtends(scaling, *original, config);
    }
    decided = true;
  }
}

}  // namespace poscope
