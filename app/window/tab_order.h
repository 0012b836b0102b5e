// The order of Tab: as the eye reads the window, whatever was made when.
#pragma once

#include <QWidget>
#include <vector>

namespace poscope {

/// What Tab reaches at present inside of `regions`: those in their order, each row by row.
[[nodiscard]] std::vector<QWidget*> tabOrder(const std::vector<QWidget*>& regions);

/// Gives the one after (or before) the one with the focus the focus, in view. False when there is
/// none.
bool moveFocus(const std::vector<QWidget*>& regions, bool next);

}  // namespace poscope
