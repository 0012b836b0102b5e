#pragma once

#include <string_view>

namespace poscope {

/// The program's version, "0.1.0".
[[nodiscard]] std::string_view programVersion();

/// Where its documentation and the list of its faults are; empty when the build was told of none.
[[nodiscard]] std::string_view programHomepage();

}  // namespace poscope
