// What one request owns on a device while it runs: a stream, and room for the two launches that may
// be queued.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/cuda_memory.h"

namespace poscope {

inline constexpr std::size_t kQueuedTiles = 2;

struct TileLane {
  /// The device's result of one tile, its copy in pinned host memory, and the event after that
  /// copy.
  struct Slot {
    GrowingDeviceMemory device;
    GrowingPinnedMemory host;
    Event copied;
  };

  Stream stream;  // First, so that it outlives what its launches use.
  std::array<Slot, kQueuedTiles> slots;
  GrowingDeviceMemory rowSamples;
  GrowingDeviceMemory columnSamples;
};

[[nodiscard]] Result<std::unique_ptr<TileLane>> makeTileLane();

/// Lanes that rest between requests: pinned memory is slow to get. Thread-safe.
class LanePool {
 public:
  /// A resting lane, or a new one on the current device.
  [[nodiscard]] Result<std::unique_ptr<TileLane>> take();
  /// For a lane whose stream has nothing left to do. What failed is not given back but destroyed.
  void giveBack(std::unique_ptr<TileLane> lane);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<TileLane>> resting_;
};

}  // namespace poscope
