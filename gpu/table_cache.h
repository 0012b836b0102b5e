// The tables of fields on one device: each is uploaded once, and freed with the last user after its
// host table is gone.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "core/field/field.h"
#include "gpu/cuda_memory.h"

namespace poscope {

/// Thread-safe.
class TableCache {
 public:
  /// The table in device memory of the current device, uploaded on `stream` (waits for it) when it
  /// is new; null for a null or empty table. Keep the pointer for as long as launches use it.
  [[nodiscard]] Result<std::shared_ptr<const double>> find(
      const std::shared_ptr<const FieldTable>& table, cudaStream_t stream);

 private:
  // An address alone is not enough: it is used again once its table is gone. Then `host` has
  // expired.
  struct Entry {
    std::weak_ptr<const FieldTable> host;
    std::shared_ptr<const double> device;
  };

  std::mutex mutex_;
  std::map<const FieldTable*, Entry> entries_;
};

}  // namespace poscope
