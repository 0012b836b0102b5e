#include "gpu/cuda_memory.h"

namespace poscope {
namespace {

// What a maker of CUDA's hands back: the owner, or the error of the call.
template <typename Owner>
Result<Owner> owned(typename Owner::pointer made, cudaError_t error, std::string_view call) {
  POSCOPE_CHECK(cudaDone(error, call));
  return Owner(made);
}

}  // namespace

Result<void> cudaDone(cudaError_t error, std::string_view call) {
  if (error == cudaSuccess) {
    return {};
  }
  static_cast<void>(cudaGetLastError());
  if (error == cudaErrorMemoryAllocation) {
    return internalError({"gpu.error.memory", {{"call", call}}});
  }
  return internalError({"gpu.error.call",
                        {{"call", call},
                         {"name", cudaGetErrorName(error)},
                         {"message", cudaGetErrorString(error)}}});
}

Result<DeviceMemory> makeDeviceMemory(std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t error = cudaMalloc(&memory, bytes);
  return owned<DeviceMemory>(memory, error, "cudaMalloc");
}

Result<PinnedMemory> makePinnedMemory(std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t error = cudaMallocHost(&memory, bytes);
  return owned<PinnedMemory>(memory, error, "cudaMallocHost");
}

Result<Stream> makeStream() {
  cudaStream_t stream = nullptr;
  const cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return owned<Stream>(stream, error, "cudaStreamCreateWithFlags");
}

Result<Event> makeEvent(unsigned flags) {
  cudaEvent_t event = nullptr;
  const cudaError_t error = cudaEventCreateWithFlags(&event, flags);
  return owned<Event>(event, error, "cudaEventCreateWithFlags");
}

}  // namespace poscope
