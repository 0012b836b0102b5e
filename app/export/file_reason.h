// Why a file could not be opened or written, in our words.
#pragma once

#include <QFileDevice>

#include "core/base/text.h"

namespace poscope {

/// What the call that just failed on `file` failed for, as systemReason says it; Qt's own words
/// where it was not the system. Nothing may be called between.
[[nodiscard]] Text fileReason(const QFileDevice& file);

}  // namespace poscope
