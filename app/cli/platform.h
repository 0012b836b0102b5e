// Whether a window can open: Qt ends the program with an abort where it cannot.
#pragma once

#include "core/base/result.h"

namespace poscope {

/// Call it before the QApplication is made. Usage error when QT_QPA_PLATFORM names no installed
/// platform, no display can be reached, or the platform's libraries are missing. Where only a
/// Wayland display can be reached, Qt is told so.
[[nodiscard]] Result<void> checkWindowPlatform();

}  // namespace poscope
