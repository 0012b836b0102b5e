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
  auto chosen = allBackends().choose(id);
  if (!chosen) {
    return tl::unexpected<Error>(chosen.error());
  }
  return id == "cpu" ? *chosen : withFallback(*chosen, makeCpuBackend());
}

}  // namespace poscope
