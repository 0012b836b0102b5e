#include "app/cli/help_formatter.h"

#include "app/cli/exit_codes.h"
#include "core/base/version.h"
#include "core/command/text_table.h"

namespace poscope {
namespace {

constexpr std::size_t kNameColumn = 26;

std::string indented(const std::string& text, std::size_t indent) {
  std::string result;
  for (const std::string& line : wrapped(text, kHelpWidth - indent)) {
    result += std::string(indent, ' ') + line + "\n";
  }
  return result;
}

// A name and what it does; names that are too long get a line of their own.
std::string entry(const std::string& name, const std::string& description) {
  std::string text = "  " + name;
  const std::string body = indented(description, kNameColumn);
  if (shownWidth(text) + 2 > kNameColumn || body.empty()) {
    return text + "\n" + body;
  }
  return text + body.substr(shownWidth(text));
}

}  // namespace

std::string optionWords(const CLI::Option& option) {
  std::string name;
  for (const std::string& letter : option.get_snames()) {
    name += (name.empty() ? "-" : ", -") + letter;
  }
  for (const std::string& word : option.get_lnames()) {
    name += (name.empty() ? "--" : ", --") + word;
  }
  if (option.get_type_size() != 0 && !option.get_type_name().empty()) {
    name += " " + option.get_type_name();
  }
  return name;
}

std::string HelpFormatter::say(const Text& text) const {
  return renderPlain(text, language_);
}

// What is told below the options: an explanation and examples.
std::string HelpFormatter::notes(const CLI::App* app) const {
  const auto found = grammar_.notes.find(app);
  if (found == grammar_.notes.end()) {
    return {};
  }
  const HelpNotes& notes = found->second;
  std::string text = notes.more.empty() ? "" : "\n" + indented(notes.more, 0);
  text += notes.examples.empty() ? "" : "\n" + say("command.help.examples") + "\n";
  for (const std::string& example : notes.examples) {
    text += "  " + example + "\n";
  }
  return text;
}

// Only on the page of the program itself.
std::string HelpFormatter::ending() const {
  std::string text = "\n" + say("command.help.exit") + "\n";
  for (const ExitCodeRow& row : exitCodeRows()) {
    text += entry(std::to_string(row.code), say(row.key));
  }
  text += "\n" + indented(say("command.help.more"), 0);
  if (!programHomepage().empty()) {
    text += indented(say({"command.help.homepage", {{"url", programHomepage()}}}), 0);
  }
  return text;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string /*name*/,
                                     CLI::AppFormatMode /*mode*/) const {
  const bool isProgram = app->get_parent() == nullptr;
  std::string text = indented(app->get_description(), 0);
  text += "\n" + say("command.help.usage") + "\n" +
          indented(usage_(isProgram ? std::string() : app->get_name()), 2);
  std::string arguments;
  std::string options;
  for (const CLI::Option* option : app->get_options()) {
    if (option->get_positional()) {
      arguments += entry(option->get_name(true), option->get_description());
    } else {
      options += entry(optionWords(*option), option->get_description());
    }
  }
  std::string subcommands;
  for (const CLI::App* each : app->get_subcommands([](const CLI::App*) { return true; })) {
    subcommands += entry(each->get_name(), each->get_description());
  }
  const auto section = [&](const char* key, const std::string& body) {
    text += body.empty() ? "" : "\n" + say(key) + "\n" + body;
  };
  section("command.help.subcommands", subcommands);
  section("command.help.arguments", arguments);
  section("command.help.options", options);
  text += notes(app);
  return isProgram ? text + ending() : text;
}

}  // namespace poscope
