// The exit codes of the program in words, for help and the manual page.
#pragma once

#include <span>

namespace poscope {

struct ExitCodeRow {
  int code;
  const char* key;  ///< Of its words.
};
[[nodiscard]] std::span<const ExitCodeRow> exitCodeRows();

}  // namespace poscope
