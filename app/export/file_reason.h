// Why a file could not be opened or written, in our words.
#pragma once

#include <QFileDevice>

#include "core/base/text.h"

namespace poscope {

/// What `file` failed for, as systemReason says it; Qt's own words where it was not the system.
[[nodiscard]] Text fileReason(const QFileDevice& file);

}  // namespace poscope
