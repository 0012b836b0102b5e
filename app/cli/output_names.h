// Names behind -o: none twice, none of a file that is read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace poscope {

/// Whether both names lead to one file, over links and other spellings; also where there is no file
/// yet.
[[nodiscard]] bool isSameFile(const std::filesystem::path& one, const std::filesystem::path& other);

/// Usage errors name the file: one output given twice, or one that is an input as well ("-" is
/// none). A folder among `inputs` stands for its config.json.
[[nodiscard]] Result<void> checkOutputNames(const std::vector<std::string>& outputs,
                                            const std::vector<std::string>& inputs);

}  // namespace poscope
