#include "core/state/model_params.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/model/rope_shape.h"
#include "core/state/inputs.h"

namespace poscope {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

void addInteger(Pairs& pairs, const char* name, const std::optional<std::int64_t>& number) {
  if (number) {
    pairs.emplace_back(name, std::to_string(*number));
  }
}

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

// Of several kinds of layers the global ones: they carry the long distances.
void addRopeParameters(Pairs& pairs, const ModelConfig& config) {
  const RopeShape shape = ropeShape(config, config.rope.front(), config.context.value_or(0));
  pairs.emplace_back("scaling", writeRopeScaling(shape.scaling));
  pairs.emplace_back("trained", std::to_string(shape.trained));
  pairs.emplace_back("head_dim", std::to_string(shape.headDim));
}

}  // namespace

std::string modelHash(const ModelConfig& config) {
  return hexText(config.hash);
}

std::vector<std::pair<std::string, std::string>> modelParameters(const ModelConfig& config) {
  Pairs pairs;
  addInteger(pairs, "context", config.context);
  addInteger(pairs, "dim", pictureDim(config));
  addInteger(pairs, "heads", config.heads);
  pairs.emplace_back("head", "steepest");
  if (findFormat(config.dtype) != nullptr) {
    pairs.emplace_back("format", config.dtype);
  }
  if (!config.rope.empty()) {
    pairs.emplace_back("base", exactDecimal(config.rope.front().base));
    pairs.emplace_back("layout", "rope");
    addRopeParameters(pairs, config);
  }
  if (ruleOf(config).maxBias) {
    pairs.emplace_back("max_bias", exactDecimal(config.alibiBiasMax));
  }
  pairs.emplace_back("model", config.name);
  pairs.emplace_back("hash", modelHash(config));
  pairs.emplace_back("scheme", std::string(schemeName(config.scheme)));
  return pairs;
}

State withModel(State state, const ModelConfig& config, std::vector<Error>* refused) {
  // What an earlier model set and this one does not tell goes back to the default.
  for (const ParameterSpec& spec : state.params.schema()) {
    const bool fromModel = spec.hidden || spec.name == "base" || spec.name == "max_bias" ||
                           spec.name == "layout" || spec.name == "dim" || spec.name == "format";
    if (fromModel) {
      const Params standard(state.params.schema());
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
