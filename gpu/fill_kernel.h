// The launches, as host code sees them: plain data in, a CUDA error out. Nothing here waits.
#pragma once

#include <cuda_runtime_api.h>

#include "core/field/field.h"
#include "gpu/cell_value.h"

namespace poscope {

/// The oldest compute capability that the program holds code for, such as 80 for 8.0.
[[nodiscard]] int oldestArchitecture();

/// Writes the integers of an axis' samples to device memory of axis.count * strata numbers.
cudaError_t launchAxis(const AxisLattice& axis, int strata, std::int64_t* integers,
                       cudaStream_t stream);

/// One tile of a lattice; all pointers are device memory.
struct TileLaunch {
  const double* table = nullptr;
  AxisSamples rows;
  AxisSamples columns;
  Reduction reduction = Reduction::sample;
  Tile tile;
  cudaStream_t stream = nullptr;
};

/// Writes tile.cells numbers to `out` (device memory), in the order of the tile's cells.
cudaError_t launchTile(const FieldBody& body, Quantity quantity, const TileLaunch& launch,
                       float* out);
cudaError_t launchTile(const FieldBody& body, Quantity quantity, const TileLaunch& launch,
                       double* out);

}  // namespace poscope
