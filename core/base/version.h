#pragma once

#include <string_view>

namespace poscope {

/// The program's version, "0.1.0".
[[nodiscard]] std::string_view programVersion();

}  // namespace poscope
