#include "app/jobs/guarded.h"

#include <new>

namespace poscope {

Error exceptionError(const std::exception* thrown) {
  if (thrown == nullptr) {
    return {ErrorKind::internal, "job.error.unknown"};
  }
  if (dynamic_cast<const std::bad_alloc*>(thrown) != nullptr) {
    return {ErrorKind::internal, "job.error.memory"};
  }
  return {ErrorKind::internal, {"job.error.exception", {{"reason", thrown->what()}}}};
}

}  // namespace poscope
