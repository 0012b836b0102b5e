// What the status bar says about a picture whose pixels stand for several positions.
#pragma once

#include "app/plot/cells.h"

namespace poscope {

/// "1 pixel = 16 positions, 4 seen, mean"; empty when every pixel is one position or less.
[[nodiscard]] Text pixelNoteOf(const CellRequest& request);

}  // namespace poscope
