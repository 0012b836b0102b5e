#include "app/cli/subcommands.h"

#include <array>
#include <cmath>
#include <sstream>

#include "app/cli/backends.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/progress_line.h"
#include "app/cli/shell_scripts.h"
#include "app/cli/standard_input.h"
#include "core/base/numbers.h"
#include "core/command/audit.h"
#include "core/command/bench.h"
#include "core/command/catalogue.h"
#include "core/command/devices.h"
#include "core/command/inspect.h"
#include "core/command/verdict.h"
#include "core/state/params.h"

namespace poscope {
namespace {

template <CommandOutput (*Command)(bool, Language)>
int runListing(const CommandLine& line, const Console& console) {
  return console.print(Command(line.json, console.language()));
}

int runViews(const CommandLine& line, const Console& console) {
  return console.finish(viewsCommand(line.name, line.json, console.language()));
}

int runRecipes(const CommandLine& line, const Console& console) {
  return console.finish(recipesCommand(line.filter, line.json, console.language()));
}

int runGlossary(const CommandLine& line, const Console& console) {
  return console.finish(glossaryCommand(line.name, line.json, console.language()));
}

int missing(const Console& console, const char* what) {
  return console.fail({ErrorKind::usage, {"command.error.required", {{"value", what}}}});
}

int runRound(const CommandLine& line, const Console& console) {
  RoundRequest request = line.round;
  if (request.format.empty() || request.numbers.empty()) {
    return missing(console, request.format.empty() ? "FORMAT NUMBER..." : "NUMBER...");
  }
  if (request.numbers == std::vector<std::string>{"-"}) {
    const Interrupt interrupt(console);
    StandardInput input;
    const auto text = input.read();
    if (!text) {
      return console.fail(text.error());
    }
    std::istringstream words(*text);
    request.numbers.clear();
    for (std::string word; words >> word;) {
      request.numbers.push_back(word);
    }
  }
  return console.finish(roundCommand(request, line.json, console.language()));
}

// "-" as a file of its own, and what messages call it.
Result<void> takeInput(StandardInput& input, std::filesystem::path& path, std::string& shown) {
  if (path != "-") {
    return {};
  }
  shown = "-";
  POSCOPE_TRY(path, input.save("input"));
  return {};
}

Result<CommandOutput> inspected(const CommandLine& line, const Console& console) {
  const Interrupt interrupt(console);
  InspectOptions options = line.inspect;
  options.json = line.json;
  options.path = line.path;
  StandardInput input;
  POSCOPE_CHECK(takeInput(input, options.path, options.shown));
  ProgressLine progress(console, {"command.inspect.progress", {{"file", line.path}}});
  return inspectCommand(options, console.language(), {progress.teller(), interrupt.token()});
}

int runInspect(const CommandLine& line, const Console& console) {
  return line.path.empty() ? missing(console, "FILE") : console.finish(inspected(line, console));
}

int runVerdict(const CommandLine& line, const Console& console) {
  const Interrupt interrupt(console);
  VerdictOptions options = line.verdict;
  options.json = line.json;
  Result<CommandOutput> output = CommandOutput();
  {
    ProgressLine progress(console, "verdict.progress");
    output = verdictCommand(options, console.language(), {progress.teller(), interrupt.token()});
  }
  return console.finish(output);
}

int runAudit(const CommandLine& line, const Console& console) {
  if (line.path.empty()) {
    return missing(console, "PATH");
  }
  const Interrupt interrupt(console);
  AuditOptions options = line.audit;
  options.json = line.json;
  options.path = line.path;
  StandardInput input;
  if (const auto taken = takeInput(input, options.path, options.shown); !taken) {
    return console.fail(taken.error());
  }
  Result<CommandOutput> output = CommandOutput();
  {
    ProgressLine progress(console, "verdict.progress");
    output = auditCommand(options, console.language(), {progress.teller(), interrupt.token()});
  }
  return console.finish(output);
}

int runDevices(const CommandLine& line, const Console& console) {
  return console.print(devicesCommand(allBackends(), line.json, console.language()));
}

int runBench(const CommandLine& line, const Console& console) {
  constexpr double kMostRuns = 1000;
  BenchOptions options;
  if (!line.runs.empty()) {
    const auto runs = parseNumber(line.runs);
    if (!runs || !(*runs >= 1 && *runs <= kMostRuns) || *runs != std::floor(*runs)) {
      return console.fail({ErrorKind::usage,
                           {"command.error.option",
                            {{"option", "--runs"},
                             {"value", line.runs},
                             {"expected", Text("command.expected.runs")}}}});
    }
    options.runs = static_cast<int>(*runs);
  }
  const Interrupt interrupt(console);
  options.backend = line.backend;
  options.stop = interrupt.token();
  options.progress = [&console](const Text& text) { console.progress(text); };
  const auto output = benchCommand(allBackends(), options, line.json, console.language());
  console.endProgress();
  return console.finish(output);
}

int runCompletion(const CommandLine& line, const Console& console) {
  if (line.name.empty()) {
    return missing(console, "SHELL");
  }
  const std::string_view script = shellScript(line.name);
  return script.empty() ? console.fail({ErrorKind::usage, unknownName("command.error.shell",
                                                                      line.name, shellNames())})
                        : console.print(script);
}

constexpr std::array kSubcommands{
    Subcommand{"views", "[NAME]", true, addViews, runViews},
    Subcommand{"recipes", "[--filter WORD]", true, addRecipes, runRecipes},
    Subcommand{"formats", "", true, addFormats, runListing<formatsCommand>},
    Subcommand{"presets", "", true, addPresets, runListing<presetsCommand>},
    Subcommand{"glossary", "[WORD]", true, addGlossary, runGlossary},
    Subcommand{"round", "FORMAT NUMBER... [options]", false, addRound, runRound},
    Subcommand{"export",
               "VIEW|LINK|FIGURE [--set NAME=VALUE]... -o FILE... [options]\n"
               "--figure NAME -o FILE... [options]",
               false, addExport, runExport},
    Subcommand{"gallery", "DIR [options]", false, addGallery, runGallery},
    Subcommand{"verdict", "RECIPE --context N [options]", false, addVerdict, runVerdict},
    Subcommand{"audit", "PATH [options]", false, addAudit, runAudit},
    Subcommand{"inspect", "FILE", true, addInspect, runInspect},
    Subcommand{"devices", "", true, addDevices, runDevices},
    Subcommand{"bench", "[--json] [options]", false, addBench, runBench},
    Subcommand{"completion", "SHELL", false, addCompletion, runCompletion}};

}  // namespace

std::span<const Subcommand> subcommands() {
  return kSubcommands;
}

int runCommand(const CommandLine& line, const Console& console, char* programName) {
  for (const Subcommand& subcommand : subcommands()) {
    if (line.command == subcommand.name) {
      return subcommand.run(line, console);
    }
  }
  return openWindow(line, console, programName);
}

}  // namespace poscope
