// The kinds of layers of a model with RoPE: how wide each rotates and which lengths count.
#pragma once

#include <vector>

#include "core/model/architectures.h"
#include "core/model/rope_block.h"

namespace poscope {

/// The block of one kind of layer; without a name that of all layers.
struct LayerBlock {
  std::string layerType;
  RopeBlock block;
};

/// Sets the rotary dimensions of the model and of each of `config.rope`, whose first entries stand
/// for `blocks` in their order. Impossible widths become error notices.
void readRotaryWidths(ConfigKeys& keys, const Architecture* architecture,
                      const std::vector<LayerBlock>& blocks, ModelConfig& config);

/// Sets the original length and, for YaRN, the context; the first kind of layer that needs them
/// decides. Completes the scalings of `config.rope` by the original length and YaRN's factor.
void readRopeLengths(ConfigKeys& keys, const std::vector<LayerBlock>& blocks, ModelConfig& config);

}  // namespace poscope
