// The command line as data. Parsing runs nothing and touches no file.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/console.h"
#include "app/plot/theme.h"
#include "core/base/result.h"
#include "core/base/suggestion.h"
#include "core/command/audit.h"
#include "core/command/inspect.h"
#include "core/command/round.h"
#include "core/command/verdict.h"

namespace poscope {

struct ExportRequest {
  std::vector<std::string>
      words;  ///< What to export; more than one is a mistake that the plan tells.
  std::vector<std::string> outputs;  ///< -o
  std::vector<std::string> sets;     ///< --set, "name=value".
  std::string figure;
  std::string size;
  std::string dpi;
  std::string paper;
  std::string layer;
  std::string rows;
  std::string columns;
  std::string frames;  ///< "NAME=FROM:TO:STEP"; empty for one picture.
  std::string type;
  std::string text;
  bool noCaption = false;
};

/// Fields that a subcommand has no option for keep their defaults.
struct CommandLine {
  std::string command;  ///< The subcommand; empty for the window.
  std::optional<Language> language;
  std::optional<ThemeKind> theme;
  std::string backend;
  std::string model;
  bool json = false;
  Verbosity verbosity = Verbosity::usual;

  std::vector<std::string> open;  ///< Window: links and files.
  bool fresh = false;

  RoundRequest round;
  ExportRequest exported;
  VerdictOptions verdict;  ///< Without json.
  AuditOptions audit;      ///< Without path, json.
  InspectOptions inspect;  ///< Without path, json.
  std::string path;        ///< gallery: the folder; inspect, audit: the file.
  std::string runs;        ///< bench
  std::string name;        ///< views: the view; completion: the shell.
  std::string filter;      ///< recipes
};

/// Help, the version, completions or the manual page, for stdout.
using PrintOnly = std::string;

/// `language` is that of help; "--lang" in `arguments` goes before it. `arguments` are those after
/// the program's name. Every mistake is a usage error.
[[nodiscard]] Result<std::variant<CommandLine, PrintOnly>> parseCommandLine(
    const std::vector<std::string>& arguments, Language language);

/// The value of "--lang" where there is a good one: the language of messages about the rest.
[[nodiscard]] std::optional<Language> languageOption(const std::vector<std::string>& arguments);

/// Names of all subcommands.
[[nodiscard]] Names subcommandNames();

/// Names of the themes.
[[nodiscard]] Names themeNames();

}  // namespace poscope
