// What a config.json says about positions and nobody has read.
#pragma once

#include "core/model/architectures.h"
#include "core/model/config_keys.h"
#include "core/model/model_config.h"

namespace poscope {

/// Adds a warning for each key that may concern positions and that no reader has settled, and a
/// note for each other part of the model (a vision tower) that has positions of its own. Comes
/// last: scheme, RoPE and architecture (null when it is not known) decide which keys change
/// nothing.
void warnOfUnreadKeys(const ConfigKeys& keys, const Architecture* architecture,
                      ModelConfig& config);

}  // namespace poscope
