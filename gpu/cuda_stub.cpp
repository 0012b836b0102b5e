// Stands in for the CUDA backend in builds without it.
#include "gpu/cuda_backend.h"
#include "gpu/unusable_backend.h"

namespace poscope {

std::vector<std::shared_ptr<const Backend>> cudaBackends() {
  return {unusableBackend("gpu.reason.not-built")};
}

}  // namespace poscope
