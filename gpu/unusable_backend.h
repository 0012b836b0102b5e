// The entry of a device list that says why there is no CUDA device.
#pragma once

#include <memory>

#include "core/compute/backend.h"

namespace poscope {

/// A backend "cuda" with usable = false and this reason; fill() answers with an internal error that
/// tells it.
[[nodiscard]] std::shared_ptr<const Backend> unusableBackend(Text reason);

}  // namespace poscope
