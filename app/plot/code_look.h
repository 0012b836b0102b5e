// How lines of code are marked, in the window and on pages alike.
#pragma once

#include <QColor>
#include <optional>

#include "app/plot/style.h"

namespace poscope {

/// The ground of a line, pale enough for words: that of chosen ones, of A or B where only one of
/// them has it; nothing for others.
[[nodiscard]] std::optional<QColor> lineGround(const Theme& theme, const CodeLine& line);
/// The colour of the bar at its left, which says the same.
[[nodiscard]] std::optional<QColor> lineBar(const Theme& theme, const CodeLine& line);

}  // namespace poscope
