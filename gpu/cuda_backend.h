// The CUDA devices as backends. The same function stands in builds without CUDA.
#pragma once

#include <memory>
#include <vector>

#include "core/compute/backend.h"

namespace poscope {

/// One backend per device ("cuda" for the first, then "cuda:1" ...), or a single unusable "cuda"
/// whose info() says why there is none: built without CUDA, no driver, a driver that is too old, no
/// device. Never fails and never throws; the first call starts the driver, which takes a fraction
/// of a second where there is one. A usable backend gives the CPU's numbers bit for bit (NaN as
/// NaN); fill() answers with an internal error when the device fails.
[[nodiscard]] std::vector<std::shared_ptr<const Backend>> cudaBackends();

}  // namespace poscope
