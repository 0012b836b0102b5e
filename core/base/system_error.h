// What the system says when a file cannot be opened, read or written, in words of both languages.
#pragma once

#include <system_error>

#include "core/base/text.h"

namespace poscope {

/// The meaning of an error number (errno), as the end of a sentence, without a full stop: "the disk
/// is full". Numbers without a sentence of their own are told by number and the system's words.
[[nodiscard]] Text systemReason(int number);

/// The same of what std::filesystem reports.
[[nodiscard]] Text systemReason(const std::error_code& error);

}  // namespace poscope
