// One function per view file; the registry calls them.
#pragma once

#include "core/view/view.h"

namespace poscope {

[[nodiscard]] View sinusoidalView();
[[nodiscard]] View decayView();
[[nodiscard]] View formatsView();
[[nodiscard]] View positionsView();
[[nodiscard]] View exactShareView();
[[nodiscard]] View ropePrecisionView();
[[nodiscard]] View alibiView();
[[nodiscard]] View casesView();

}  // namespace poscope
