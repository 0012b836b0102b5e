// The right panel: blocks under each other, divided by hairlines, scrolling.
#pragma once

#include <vector>

#include "app/panel/section.h"

class QScrollArea;
class QWidget;

namespace poscope {

/// Takes the blocks over. The line over a block is there only while the block is.
[[nodiscard]] QScrollArea* makeSideColumn(const std::vector<QWidget*>& blocks, QWidget* parent);

}  // namespace poscope
