// RoPE of a model: base and scaling for each kind of layer, how many dimensions rotate, and the
// lengths.
#pragma once

#include "core/model/architectures.h"
#include "core/model/config_keys.h"
#include "core/model/model_config.h"

namespace poscope {

/// Fills rope, rotaryDim, originalContext and, for YaRN, context. Head width and context must have
/// been read. `architecture` may be null. Bad values are kept as the error of `keys`.
void readRope(ConfigKeys& keys, const Architecture* architecture, ModelConfig& config);

}  // namespace poscope
