// The table of subcommands: what each takes, how its help looks and what it does.
#pragma once

#include <span>

#include "app/cli/command_line.h"
#include "app/cli/console.h"

namespace poscope {

class Options;

/// Help texts: `command.help.<name>`.
struct Subcommand {
  const char* name;
  const char* usage;  ///< What stands after the name in help; one line a form.
  bool lists;         ///< `usage` goes on with --json and --lang.
  void (*addOptions)(const Options& options);
  int (*run)(const CommandLine& line, const Console& console);  ///< Returns the exit code.
};
[[nodiscard]] std::span<const Subcommand> subcommands();

/// Runs what `line` asks for: a subcommand, or the window. `programName` is argv[0].
[[nodiscard]] int runCommand(const CommandLine& line, const Console& console, char* programName);

[[nodiscard]] int runExport(const CommandLine& line, const Console& console);
[[nodiscard]] int runGallery(const CommandLine& line, const Console& console);
[[nodiscard]] int openWindow(const CommandLine& line, const Console& console, char* programName);

}  // namespace poscope
