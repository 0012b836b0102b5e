#include "core/state/model_params.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/model/rope_shape.h"
#include "core/state/inputs.h"
#include "core/state/parameters.h"

namespace poscope {
namespace {

// What a model sets by its scheme.
struct SchemeRule {
  Scheme scheme;
  bool wholeWidth;  // Its picture is a table as wide as the model, not a head.
  bool maxBias;
};
constexpr SchemeRule kRules[] = {{Scheme::sinusoidal, true, false},
                                 {Scheme::learned, true, false},
                                 {Scheme::alibi, false, true}};

const SchemeRule& ruleOf(const ModelConfig& config) {
  static constexpr SchemeRule kOther{Scheme::unknown, false, false};
  const SchemeRule* const rule = findRow(kRules, config.scheme);
  return rule == nullptr ? kOther : *rule;
}

// The width that the picture of a scheme needs: RoPE's rotary dimensions, the hidden size of a
// sinusoidal or learned table.
std::optional<std::int64_t> pictureDim(const ModelConfig& config) {
  if (ruleOf(config).wholeWidth) {
    return config.hiddenSize;
  }
  return config.rotaryDim ? config.rotaryDim : config.headDim;
}

using Words = std::optional<std::string>;

Words wordOf(const std::optional<std::int64_t>& number) {
  return number ? Words(std::to_string(*number)) : std::nullopt;
}

// Of several kinds of layers the global ones: they carry the long distances.
Words ofRope(const ModelConfig& config, std::string (*write)(const RopeShape&)) {
  return config.rope.empty()
             ? std::nullopt
             : Words(write(ropeShape(config, config.rope.front(), config.context.value_or(0))));
}

// The length that a model was first trained for: before its scaling, where that tells it.
Words originalOf(const ModelConfig& config) {
  const auto stated =
      config.rope.empty() ? std::nullopt : config.rope.front().scaling.number(kOriginalKey);
  return stated ? wordOf(static_cast<std::int64_t>(*stated)) : wordOf(config.context);
}

// The scaling that changes a model's frequencies, by its id.
Words methodOf(const ModelConfig& config) {
  const ScalingRow* const row = config.rope.empty() ? nullptr : config.rope.front().scaling.row();
  return row != nullptr && row->changesFrequencies ? Words(row->id) : std::nullopt;
}

// What a model says of T5's buckets, under the name of the parameter.
Words settingOf(const ModelConfig& config, std::string_view name) {
  const auto found = std::find_if(config.settings.begin(), config.settings.end(),
                                  [name](const Setting& each) { return each.name == name; });
  return found == config.settings.end() ? std::nullopt : Words(found->value);
}

/// A parameter that a model sets.
struct ModelParameter {
  ParameterName name;
  bool stays;  ///< Where a model does not tell it: as it was, not the default.
  Words (*value)(const ModelConfig& config);
};

constexpr ModelParameter kParameters[] = {
    {parameter::kContext, true, [](const ModelConfig& config) { return wordOf(config.context); }},
    {parameter::kDim, false, [](const ModelConfig& config) { return wordOf(pictureDim(config)); }},
    {parameter::kHeads, true, [](const ModelConfig& config) { return wordOf(config.heads); }},
    {parameter::kHead, true, [](const ModelConfig&) { return Words("steepest"); }},
    {parameter::kFormat, false,
     [](const ModelConfig& config) {
       return findFormat(config.dtype) == nullptr ? std::nullopt : Words(config.dtype);
     }},
    {parameter::kBase, false,
     [](const ModelConfig& config) {
       return config.rope.empty() ? std::nullopt : Words(exactDecimal(config.rope.front().base));
     }},
    {parameter::kLayout, false,
     [](const ModelConfig& config) { return config.rope.empty() ? std::nullopt : Words("rope"); }},
    {parameter::kScaling, false,
     [](const ModelConfig& config) {
       return ofRope(config,
                     [](const RopeShape& shape) { return writeRopeScaling(shape.scaling); });
     }},
    {parameter::kTrained, false,
     [](const ModelConfig& config) {
       return ofRope(config, [](const RopeShape& shape) { return std::to_string(shape.trained); });
     }},
    {parameter::kOriginal, true, originalOf},
    {parameter::kMethodB, false, methodOf},
    {parameter::kHeadDim, false,
     [](const ModelConfig& config) {
       return ofRope(config, [](const RopeShape& shape) { return std::to_string(shape.headDim); });
     }},
    {parameter::kMaxBias, false,
     [](const ModelConfig& config) {
       return ruleOf(config).maxBias ? Words(exactDecimal(config.alibiBiasMax)) : std::nullopt;
     }},
    {{"buckets"}, false, [](const ModelConfig& config) { return settingOf(config, "buckets"); }},
    {{"max_distance"},
     false,
     [](const ModelConfig& config) { return settingOf(config, "max_distance"); }},
    {{"both_ways"},
     false,
     [](const ModelConfig& config) { return settingOf(config, "both_ways"); }},
    {parameter::kModel, false, [](const ModelConfig& config) { return Words(config.name); }},
    {parameter::kHash, false, [](const ModelConfig& config) { return Words(modelHash(config)); }},
    {parameter::kScheme, false,
     [](const ModelConfig& config) { return Words(schemeName(config.scheme)); }},
};

}  // namespace

std::string modelHash(const ModelConfig& config) {
  return hexText(config.hash);
}

std::vector<std::pair<std::string, std::string>> modelParameters(const ModelConfig& config) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const ModelParameter& row : kParameters) {
    if (Words value = row.value(config)) {
      pairs.emplace_back(row.name.name, *std::move(value));
    }
  }
  return pairs;
}

State withModel(State state, const ModelConfig& config, std::vector<Error>* refused) {
  const Params standard(state.params.schema());
  // What an earlier model set and this one does not tell goes back to the default.
  for (const ParameterSpec& spec : state.params.schema()) {
    const auto* const row =
        std::find_if(std::begin(kParameters), std::end(kParameters),
                     [&spec](const ModelParameter& each) { return each.name.name == spec.name; });
    if (spec.hidden || (row != std::end(kParameters) && !row->stays)) {
      (void)state.params.set(spec.name, standard.written(spec.name));
    }
  }
  for (const auto& [name, value] : modelParameters(config)) {
    if (!state.params.has(name)) {
      continue;
    }
    const auto set = state.params.set(name, value);
    if (!set && refused != nullptr) {
      refused->push_back(set.error());
    }
  }
  state.zoom.reset();
  return state;
}

}  // namespace poscope
