#include "gpu/table_cache.h"

namespace poscope {
namespace {

Result<std::shared_ptr<const double>> upload(const FieldTable& table, cudaStream_t stream) {
  const std::size_t bytes = table.size() * sizeof(double);
  return makeDeviceMemory(bytes).and_then(
      [&](DeviceMemory memory) -> Result<std::shared_ptr<const double>> {
        cudaError_t error =
            cudaMemcpyAsync(memory.get(), table.data(), bytes, cudaMemcpyHostToDevice, stream);
        // Other streams may use the table at once, so it has to be there.
        error = error == cudaSuccess ? cudaStreamSynchronize(stream) : error;
        POSCOPE_CHECK(cudaDone(error, "cudaMemcpyAsync"));
        const std::shared_ptr<void> shared(std::move(memory));
        return std::shared_ptr<const double>(shared, static_cast<const double*>(shared.get()));
      });
}

}  // namespace

Result<std::shared_ptr<const double>> TableCache::find(
    const std::shared_ptr<const FieldTable>& table, cudaStream_t stream) {
  if (!table || table->empty()) {
    return std::shared_ptr<const double>();
  }
  const std::scoped_lock lock(mutex_);
  std::erase_if(entries_, [](const auto& entry) { return entry.second.host.expired(); });
  if (const auto found = entries_.find(table.get()); found != entries_.end()) {
    return found->second.device;
  }
  auto uploaded = upload(*table, stream);
  if (uploaded) {
    entries_[table.get()] = {table, *uploaded};
  }
  return uploaded;
}

}  // namespace poscope
