// Lists the integers that an axis' cells stand for, on the device.
#pragma once

#include "gpu/cuda_memory.h"
#include "gpu/fill_kernel.h"

namespace poscope {

/// The samples of `axis` in `memory`, which grows as needed. Queued on `stream`: launches there may
/// use them at once.
[[nodiscard]] Result<AxisSamples> listAxis(const AxisLattice& axis, Reduction reduction,
                                           GrowingDeviceMemory& memory, cudaStream_t stream);

}  // namespace poscope
