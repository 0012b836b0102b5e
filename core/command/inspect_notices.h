// The notices of a file as `poscope inspect` prints them.
#pragma once

#include <string>
#include <vector>

#include "core/command/command_json.h"
#include "core/model/notice.h"

namespace poscope {

/// A heading and a line for each; empty without notices.
[[nodiscard]] std::string noticesText(const std::vector<Notice>& notices, Language language);
[[nodiscard]] Json noticesJson(const std::vector<Notice>& notices, Language language);

}  // namespace poscope
