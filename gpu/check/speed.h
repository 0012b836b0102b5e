// Times the launches on the current device with CUDA's own events. Only in builds with CUDA.
#pragma once

#include "core/base/result.h"
#include "gpu/check/field_cases.h"

namespace poscope {

/// Bytes written per second by a device-to-device copy of 256 MiB, the best of several: what
/// writing can cost least (a copy reads as well; only what it writes is counted).
[[nodiscard]] Result<double> copyBytesPerSecond();

/// Float cells written per second by the launches of `lattice` alone, without their way home; the
/// best of several.
[[nodiscard]] Result<double> launchCellsPerSecond(const Field& field, const Lattice& lattice,
                                                  Reduction reduction);

}  // namespace poscope
