// Words that the window is to open.
#pragma once

#include <string>

#include "core/base/result.h"

namespace poscope {

/// Whether the window can take `word`: a link that is right, or a file or folder that is there.
/// Errors: file for what looks like a path; usage for another word, with what was probably meant.
[[nodiscard]] Result<void> checkOpenWord(const std::string& word);

}  // namespace poscope
