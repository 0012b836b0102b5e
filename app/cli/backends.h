// Every backend that the program was built with: the one file that knows gpu/.
#pragma once

#include "core/compute/backend.h"

namespace poscope {

/// The CPU and all CUDA devices. Starting a CUDA driver takes a fraction of a second.
[[nodiscard]] BackendSet allBackends();

/// The backend that `id` names. Empty takes the CPU without asking for devices: pictures and data
/// are the same from every backend, and one figure costs less than starting a driver. Another one
/// falls back to the CPU when it fails.
[[nodiscard]] Result<std::shared_ptr<const Backend>> exportBackend(const std::string& id);

}  // namespace poscope
