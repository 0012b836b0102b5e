#include "app/cli/backends.h"

#include "core/compute/cell_source.h"
#include "gpu/cuda_backend.h"

namespace poscope {

BackendSet allBackends() {
  BackendSet set{{makeCpuBackend()}};
  for (auto& backend : cudaBackends()) {
    set.backends.push_back(std::move(backend));
  }
  return set;
}

Result<std::shared_ptr<const Backend>> exportBackend(const std::string& id) {
  if (id.empty()) {
    return makeCpuBackend();
  }
  return servingBackend(allBackends(), id);
}

}  // namespace poscope
