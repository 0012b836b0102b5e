// What a subcommand hands back to the command line: the text for stdout and the exit code.
#pragma once

#include <string>

namespace poscope {

struct CommandOutput {
  std::string text;  ///< UTF-8, ends with a newline.
  int exitCode = 0;  ///< DESIGN 6; errors that give no output are a Result's Error instead.
};

}  // namespace poscope
