// Owners of CUDA's things, with errors as values. Destructors ignore errors: a device that has
// failed answers every later call with its error.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string_view>

#include "core/base/result.h"

namespace poscope {

/// An internal error that names the call ("cudaMalloc") unless `error` is cudaSuccess. Clears
/// CUDA's last error, so that it is not seen by a later call of this thread.
[[nodiscard]] Result<void> cudaDone(cudaError_t error, std::string_view call);

struct DeviceFree {
  void operator()(void* memory) const noexcept { static_cast<void>(cudaFree(memory)); }
};
struct PinnedFree {
  void operator()(void* memory) const noexcept { static_cast<void>(cudaFreeHost(memory)); }
};
struct StreamDestroy {
  void operator()(cudaStream_t stream) const noexcept {
    static_cast<void>(cudaStreamDestroy(stream));
  }
};
struct EventDestroy {
  void operator()(cudaEvent_t event) const noexcept { static_cast<void>(cudaEventDestroy(event)); }
};

using DeviceMemory = std::unique_ptr<void, DeviceFree>;
using PinnedMemory = std::unique_ptr<void, PinnedFree>;
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, StreamDestroy>;
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, EventDestroy>;

/// All on the calling thread's current device. bytes >= 1.
[[nodiscard]] Result<DeviceMemory> makeDeviceMemory(std::size_t bytes);
[[nodiscard]] Result<PinnedMemory> makePinnedMemory(std::size_t bytes);
/// A stream that does not wait for the default stream.
[[nodiscard]] Result<Stream> makeStream();
/// `flags` as cudaEventCreateWithFlags takes them.
[[nodiscard]] Result<Event> makeEvent(unsigned flags);

/// Memory that grows and keeps its place in between. Growing loses what was in it.
template <typename Memory, Result<Memory> (*kMake)(std::size_t)>
class GrowingMemory {
 public:
  [[nodiscard]] Result<void> reserve(std::size_t bytes) {
    if (bytes <= bytes_) {
      return {};
    }
    release();  // Before the larger one is asked for: the two need not fit side by side.
    POSCOPE_TRY(Memory made, kMake(bytes));
    memory_ = std::move(made);
    bytes_ = bytes;
    return {};
  }
  void release() {
    memory_.reset();
    bytes_ = 0;
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  template <typename T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(memory_.get());
  }

 private:
  Memory memory_;
  std::size_t bytes_ = 0;
};

using GrowingDeviceMemory = GrowingMemory<DeviceMemory, makeDeviceMemory>;
using GrowingPinnedMemory = GrowingMemory<PinnedMemory, makePinnedMemory>;

}  // namespace poscope
