// How lines of code are marked, in the window and on pages alike.
#pragma once

#include <QColor>
#include <optional>

#include "app/plot/style.h"

namespace poscope {

/// The ground of a line of A or B only; nothing for one of both. Its words keep their contrast.
[[nodiscard]] std::optional<QColor> changeGround(const Theme& theme, CodeChange change);
/// The colour of a line's words.
[[nodiscard]] QColor changeInk(const Theme& theme, CodeChange change);

}  // namespace poscope
