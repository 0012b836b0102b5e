#include "app/cli/command_line.h"

#include <algorithm>
#include <sstream>

#include "app/cli/argument_words.h"
#include "app/cli/completion.h"
#include "app/cli/help_formatter.h"
#include "app/cli/man_page.h"
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

void describe(CLI::App& app, Raw& raw, Grammar& grammar, Language language) {
  const auto say = [language](const Text& text) { return renderPlain(text, language); };
  app.name("poscope");
  app.description(say("command.help.about") + "\n" + say("command.help.window"));
  app.formatter(std::make_shared<HelpFormatter>(language, usageOf, grammar));
  app.require_subcommand(0, 1);
  const Options windowOptions(app, raw, grammar, language);
  windowOptions.common();
  addWindow(windowOptions);
  for (const Subcommand& subcommand : subcommands()) {
    CLI::App* added = app.add_subcommand(subcommand.name,
                                         say(Text(std::string("command.help.") + subcommand.name)));
    const Options options(*added, raw, grammar, language);
    options.common();
    subcommand.addOptions(options);
  }
}

tl::unexpected<Error> badChoice(const char* option, const std::string& value, const Names& names) {
  return usageError(unknownName("command.error.option", value, names, {{"option", option}}));
}

Result<CommandLine> finished(Raw raw, const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  raw.line.command = chosen.empty() ? std::string() : chosen.front()->get_name();
  if (!raw.language.empty()) {
    Language language{};
    if (!parseLanguage(raw.language, language)) {
      return badChoice("--lang", raw.language, namesOf(languages(), &LanguageRow::id));
    }
    raw.line.language = language;
  }
  if (!raw.theme.empty()) {
    const std::vector<std::string> names = themeNames().all;
    if (std::find(names.begin(), names.end(), raw.theme) == names.end()) {
      return badChoice("--theme", raw.theme, themeNames());
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
  const Names names = subcommandNames();
  if (!asks || arguments[1] == "help" ||
      std::find(names.all.begin(), names.all.end(), arguments[1]) != names.all.end()) {
    return {};
  }
  return usageError(unknownName("command.error.subcommand", arguments[1], names));
}

// What no person types: shells ask for completions, the build for the manual page.
std::optional<PrintOnly> answerForTools(const CLI::App& app, const Grammar& grammar,
                                        const std::vector<std::string>& arguments,
                                        Language language) {
  const std::string_view word = arguments.empty() ? std::string_view() : arguments.front();
  if (word == "__complete") {
    return completionLines(app, grammar, {arguments.begin() + 1, arguments.end()}, language);
  }
  return word == "__man" ? std::optional(manPage(app, grammar, language, usageOf)) : std::nullopt;
}

}  // namespace

Result<std::variant<CommandLine, PrintOnly>> parseCommandLine(
    const std::vector<std::string>& arguments, Language language) {
  using Outcome = std::variant<CommandLine, PrintOnly>;
  Raw raw;
  Grammar grammar;
  CLI::App app;
  const Language spoken = languageOption(arguments).value_or(language);
  describe(app, raw, grammar, spoken);
  if (auto answer = answerForTools(app, grammar, arguments, spoken)) {
    return Outcome(*std::move(answer));
  }
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

Names themeNames() {
  return {{"light", "dark"}, {}};
}

Names subcommandNames() {
  return namesOf(subcommands(), &Subcommand::name, "poscope --help");
}

}  // namespace poscope
