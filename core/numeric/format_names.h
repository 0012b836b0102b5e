// The ids of number formats, for messages about one that does not exist.
#pragma once

#include "core/base/suggestion.h"
#include "core/numeric/format.h"

namespace poscope {

[[nodiscard]] inline Names formatNames() {
  return namesOf(numberFormats(), &NumberFormat::id, "poscope formats");
}

}  // namespace poscope
