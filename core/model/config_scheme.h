// Which position scheme a config.json means: a key that names it, keys that only one scheme has, or
// the habit of the model's family.
#pragma once

#include "core/model/architectures.h"
#include "core/model/config_keys.h"
#include "core/model/model_config.h"

namespace poscope {

/// Sets `scheme` and its setting; what no key states is marked as assumed. Heads must have been
/// read. `architecture` may be null.
void readScheme(ConfigKeys& keys, const Architecture* architecture, ModelConfig& config);

}  // namespace poscope
