// `poscope devices`: each backend that the program was built with, usable or why not.
#pragma once

#include "core/command/command_output.h"
#include "core/compute/backend.h"

namespace poscope {

/// {"default", "backends": [{"id", "description", "usable", "reason", "default"}]}
[[nodiscard]] CommandOutput devicesCommand(const BackendSet& set, bool json, Language language);

}  // namespace poscope
