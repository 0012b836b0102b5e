#include "core/base/version.h"

namespace poscope {

std::string_view programVersion() {
  return POSCOPE_VERSION;
}

}  // namespace poscope
