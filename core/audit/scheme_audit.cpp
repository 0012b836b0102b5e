#include "core/audit/scheme_audit.h"

#include <algorithm>

#include "core/audit/patch.h"
#include "core/model/rope_shape.h"

namespace poscope {
namespace {

using Layers = std::vector<AuditLayer>;

Layers sinusoidLayers(const ModelConfig& config, const VerdictSetup& standard) {
  if (!config.hiddenSize || *config.hiddenSize % 2 != 0) {
    return {};
  }
  AuditLayer layer{"", standard};
  layer.setup.shape.dim = *config.hiddenSize;
  return {layer};
}

Layers ropeLayers(const ModelConfig& config, const VerdictSetup& standard) {
  Layers layers;
  for (const RopeSetting& setting : config.rope) {
    if (setting.rotaryDim) {
      layers.push_back({setting.layerType, standard});
      layers.back().setup.shape = ropeShape(config, setting, standard.context);
    }
  }
  return layers;
}

Layers alibiLayers(const ModelConfig& config, const VerdictSetup& standard) {
  if (!config.heads) {
    return {};
  }
  AuditLayer layer{"", standard};
  layer.setup.heads = *config.heads;
  layer.setup.maxBias = config.alibiBiasMax;
  return {layer};
}

// The parameters of its heads are weights, which no config.json states.
Layers noLayers(const ModelConfig& /*config*/, const VerdictSetup& /*standard*/) {
  return {};
}

// 2^28 angles or 2^24 biases take seconds.
std::int64_t phasePositions(const ModelConfig& config) {
  constexpr std::int64_t kMostAngles = std::int64_t{1} << 28;
  std::int64_t pairs = 1;
  for (const RopeSetting& setting : config.rope) {
    pairs += std::min(setting.rotaryDim.value_or(0), kWidestJudged) / 2;
  }
  return kMostAngles / pairs;
}

std::int64_t biasPositions(const ModelConfig& config) {
  constexpr std::int64_t kMostBiases = std::int64_t{1} << 24;
  return kMostBiases / std::max<std::int64_t>(config.heads.value_or(1), 1);
}

std::string noPatch(const AuditReport& /*report*/, const AuditWay& /*bad*/) {
  return {};
}

constexpr SchemeAudit kRows[] = {
    {.scheme = Scheme::sinusoidal,
     .layers = sinusoidLayers,
     .mostPositions = phasePositions,
     .extrapolates = false,
     .castsPositions = false,
     .patch = phasePatch},
    {.scheme = Scheme::rope,
     .layers = ropeLayers,
     .mostPositions = phasePositions,
     .extrapolates = false,
     .castsPositions = true,
     .patch = phasePatch},
    {.scheme = Scheme::alibi,
     .layers = alibiLayers,
     .mostPositions = biasPositions,
     .extrapolates = true,
     .castsPositions = false,
     .patch = alibiPatch},
    {.scheme = Scheme::kerpleLog,
     .layers = noLayers,
     .mostPositions = biasPositions,
     .extrapolates = true,
     .castsPositions = false,
     .patch = noPatch},
};
static_assert(inSchemeOrder(kRows));

}  // namespace

const SchemeAudit* findSchemeAudit(Scheme scheme) {
  return hasRecipes(scheme) ? &rowOf(kRows, scheme) : nullptr;
}

}  // namespace poscope
