// One function per subcommand: runs it and returns the exit code.
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/console.h"

namespace poscope {

/// Runs what `line` asks for: a subcommand, or the window. `programName` is argv[0].
[[nodiscard]] int runCommand(const CommandLine& line, const Console& console, char* programName);

[[nodiscard]] int runExport(const CommandLine& line, const Console& console);
[[nodiscard]] int runGallery(const CommandLine& line, const Console& console);
[[nodiscard]] int openWindow(const CommandLine& line, const Console& console, char* programName);

}  // namespace poscope
