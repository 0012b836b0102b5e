// A thread's door: what a job throws becomes a Result there, so that it ends a page and not the
// program.
#pragma once

#include <exception>
#include <type_traits>

#include "core/base/result.h"

namespace poscope {

/// The internal error that tells of an exception; nullptr for one of an unknown type.
[[nodiscard]] Error exceptionError(const std::exception* thrown);

/// work(), which returns a Result; an internal error when it throws.
template <typename Work>
[[nodiscard]] std::invoke_result_t<const Work&> guarded(const Work& work) {
  try {
    return work();
  } catch (const std::exception& thrown) {
    return tl::unexpected<Error>(exceptionError(&thrown));
  } catch (...) {
    return tl::unexpected<Error>(exceptionError(nullptr));
  }
}

}  // namespace poscope
