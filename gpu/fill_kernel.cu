// The one kernel that evaluates fields, instantiated over the bodies of FieldBody, and the one that
// lists an axis' samples.
#include <type_traits>

#include "gpu/fill_kernel.h"

namespace poscope {
namespace {

constexpr int kThreads = static_cast<int>(kThreadsPerBlock);

template <Quantity Q, typename Body, typename Real>
__global__ void __launch_bounds__(kThreads)
    fillTile(const Body body, const double* table, const AxisSamples rows,
             const AxisSamples columns, const Reduction reduction, const Tile tile, Real* out) {
  const std::uint32_t index = Tile::indexOf(blockIdx.x, threadIdx.x);
  if (index < tile.cells) {
    out[index] = cellValue<Q, Body, Real>(body, table, rows, columns, reduction, tile.cell(index));
  }
}

__global__ void __launch_bounds__(kThreads)
    listSamples(const AxisLattice axis, const int strata, std::int64_t* integers) {
  const std::int64_t cell = std::int64_t{blockIdx.x} * kThreadsPerBlock + threadIdx.x;
  if (cell < axis.count) {
    for (int stratum = 0; stratum < strata; ++stratum) {
      integers[sampleSlot(axis.count, cell, stratum)] = sampleInteger(axis, cell, stratum, strata);
    }
  }
}

template <typename Real>
cudaError_t launchAny(const FieldBody& body, Quantity quantity, const TileLaunch& launch,
                      Real* out) {
  std::visit(
      [&](const auto& typed) {
        using Body = std::decay_t<decltype(typed)>;
        static_assert(std::is_trivially_copyable_v<Body>, "a body travels as a kernel argument");
        withQuantity(quantity, [&]<Quantity Q>() {
          fillTile<Q, Body, Real><<<launch.tile.blocks(), kThreads, 0, launch.stream>>>(
              typed, launch.table, launch.rows, launch.columns, launch.reduction, launch.tile, out);
        });
      },
      body);
  return cudaGetLastError();
}

}  // namespace

int oldestArchitecture() {
  return POSCOPE_OLDEST_ARCHITECTURE;
}

cudaError_t launchAxis(const AxisLattice& axis, int strata, std::int64_t* integers,
                       cudaStream_t stream) {
  const std::int64_t blocks = (axis.count + kThreadsPerBlock - 1) / kThreadsPerBlock;
  listSamples<<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(axis, strata, integers);
  return cudaGetLastError();
}

cudaError_t launchTile(const FieldBody& body, Quantity quantity, const TileLaunch& launch,
                       float* out) {
  return launchAny(body, quantity, launch, out);
}

cudaError_t launchTile(const FieldBody& body, Quantity quantity, const TileLaunch& launch,
                       double* out) {
  return launchAny(body, quantity, launch, out);
}

}  // namespace poscope
