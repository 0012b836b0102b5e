#include "core/base/version.h"

namespace poscope {

std::string_view programVersion() {
  return POSCOPE_VERSION;
}

std::string_view programHomepage() {
  return POSCOPE_HOMEPAGE;
}

}  // namespace poscope
