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
/// In core/audit, which may include this layer and not the other way round.
[[nodiscard]] View auditView();
[[nodiscard]] View casesView();

}  // namespace poscope
