// A page about a scheme that the open model does not use.
#pragma once

#include "core/figure/figure.h"

namespace poscope {

/// Whether the headline says that the open model uses another scheme than the page is about.
[[nodiscard]] bool tellsOtherScheme(const Figure& figure);

}  // namespace poscope
