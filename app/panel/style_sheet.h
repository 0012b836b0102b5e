// The one style sheet of the window, written from a theme's tokens.
#pragma once

#include <QString>

#include "app/plot/theme.h"

namespace poscope {

/// Widgets choose their look by object name or by the property `look`: "title", "muted", "error",
/// "section", "chip", "segment", "quiet", "primary", "bar", "card", "panel".
[[nodiscard]] QString styleSheet(const Theme& theme);

}  // namespace poscope
