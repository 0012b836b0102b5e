#include "gpu/axis_samples.h"

namespace poscope {

Result<AxisSamples> listAxis(const AxisLattice& axis, Reduction reduction,
                             GrowingDeviceMemory& memory, cudaStream_t stream) {
  const int strata = strataOf(axis, reduction);
  const auto integers = static_cast<std::size_t>(axis.count) * static_cast<std::size_t>(strata);
  auto done = memory.reserve(integers * sizeof(std::int64_t)).and_then([&] {
    return cudaDone(launchAxis(axis, strata, memory.as<std::int64_t>(), stream), "listSamples");
  });
  POSCOPE_CHECK(done);
  return AxisSamples{memory.as<std::int64_t>(), axis.count, strata};
}

}  // namespace poscope
