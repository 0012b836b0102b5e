// The scripts that let shells complete the program's words.
#pragma once

#include <string_view>

#include "core/base/suggestion.h"

namespace poscope {

/// "bash", "zsh", "fish".
[[nodiscard]] Names shellNames();

/// The script of a shell; empty for another name.
[[nodiscard]] std::string_view shellScript(std::string_view shell);

}  // namespace poscope
