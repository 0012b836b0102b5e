#include "app/cli/command_line.h"

#include <algorithm>
#include <sstream>

#include "app/cli/argument_words.h"
#include "app/cli/help_formatter.h"
#include "app/cli/options.h"
#include "app/cli/parse_errors.h"
#include "app/cli/subcommands.h"
#include "core/base/words.h"

namespace poscope {
namespace {

// "poscope NAME" before every line of the row, and after it what every listing takes.
std::string usage(const Subcommand& subcommand) {
  const std::string start = std::string("poscope ") + subcommand.name;
  std::string text;
  std::istringstream lines(subcommand.usage);
  for (std::string line; std::getline(lines, line);) {
    text.append(text.empty() ? "" : "\n").append(start).append(" ").append(line);
  }
  return subcommand.lists
             ? (text.empty() ? start : text) + " [--json] [--lang " + languageChoices("|") + "]"
             : text;
}

std::string usageOf(const std::string& name) {
  for (const Subcommand& subcommand : subcommands()) {
    if (name == subcommand.name) {
      return usage(subcommand);
    }
  }
  return "poscope [LINK|FILE]... [options]\nposcope SUBCOMMAND ...\nposcope help [SUBCOMMAND]";
}

void describe(CLI::App& app, Raw& raw, Language language) {
  const auto say = [language](const Text& text) { return renderPlain(text, language); };
  app.name("poscope");
  app.description(say("command.help.about") + "\n" + say("command.help.window"));
  app.formatter(std::make_shared<HelpFormatter>(language, usageOf));
  app.require_subcommand(0, 1);
  const Options windowOptions(app, raw, language);
  windowOptions.common();
  addWindow(windowOptions);
  for (const Subcommand& subcommand : subcommands()) {
    CLI::App* added = app.add_subcommand(subcommand.name,
                                         say(Text(std::string("command.help.") + subcommand.name)));
    const Options options(*added, raw, language);
    options.common();
    subcommand.addOptions(options);
  }
}

tl::unexpected<Error> badChoice(const char* option, const std::string& value,
                                std::string_view choices) {
  return usageError({"command.error.option",
                     {{"option", option},
                      {"value", value},
                      {"expected", Text("command.expected.choice", {{"choices", choices}})}}});
}

Result<CommandLine> finished(Raw raw, const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  raw.line.command = chosen.empty() ? std::string() : chosen.front()->get_name();
  if (!raw.language.empty()) {
    Language language{};
    if (!parseLanguage(raw.language, language)) {
      return badChoice("--lang", raw.language, languageChoices(", "));
    }
    raw.line.language = language;
  }
  if (!raw.theme.empty()) {
    if (raw.theme != "light" && raw.theme != "dark") {
      return badChoice("--theme", raw.theme, "light, dark");
    }
    raw.line.theme = raw.theme == "light" ? ThemeKind::light : ThemeKind::dark;
  }
  if (raw.quiet && raw.verbose) {
    return usageError("command.error.verbosity");
  }
  raw.line.verbosity = raw.quiet     ? Verbosity::quiet
                       : raw.verbose ? Verbosity::verbose
                                     : Verbosity::usual;
  if (!chosen.empty() && !raw.line.open.empty()) {
    return usageError({"command.error.unexpected", {{"value", joinWords(raw.line.open)}}});
  }
  return raw.line;
}

// "help WORD": the word must be a subcommand.
Result<void> checkHelpTopic(const std::vector<std::string>& arguments) {
  const bool asks = arguments.size() > 1 && arguments[0] == "help" && arguments[1][0] != '-';
  const std::vector<std::string> names = subcommandNames();
  if (!asks || arguments[1] == "help" ||
      std::find(names.begin(), names.end(), arguments[1]) != names.end()) {
    return {};
  }
  return usageError(
      {"command.error.subcommand", {{"value", arguments[1]}, {"expected", joinWords(names)}}});
}

}  // namespace

Result<std::variant<CommandLine, PrintOnly>> parseCommandLine(
    const std::vector<std::string>& arguments, Language language) {
  using Outcome = std::variant<CommandLine, PrintOnly>;
  Raw raw;
  CLI::App app;
  describe(app, raw, languageOption(arguments).value_or(language));
  POSCOPE_CHECK(checkHelpTopic(arguments));
  std::vector<std::string> reversed = plainArguments(arguments);
  std::reverse(reversed.begin(), reversed.end());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    return Outcome(chosen.empty() ? app.help() : chosen.front()->help());
  } catch (const CLI::CallForVersion& version) {
    return Outcome(std::string(version.what()) + "\n");
  } catch (const CLI::Error& error) {
    return tl::unexpected<Error>(parseError(app, error));
  }
  return finished(std::move(raw), app).map([](CommandLine line) {
    return Outcome(std::move(line));
  });
}

std::optional<Language> languageOption(const std::vector<std::string>& arguments) {
  constexpr std::string_view kOption = "--lang";
  std::optional<Language> found;
  Language language{};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool next = argument == kOption && i + 1 < arguments.size();
    const bool joint = argument.starts_with(kOption) && argument.size() > kOption.size() &&
                       argument[kOption.size()] == '=';
    const std::string value = next    ? arguments[i + 1]
                              : joint ? argument.substr(kOption.size() + 1)
                                      : std::string();
    if (parseLanguage(value, language)) {
      found = language;
    }
  }
  return found;
}

std::vector<std::string> subcommandNames() {
  std::vector<std::string> names;
  for (const Subcommand& subcommand : subcommands()) {
    names.emplace_back(subcommand.name);
  }
  return names;
}

}  // namespace poscope
