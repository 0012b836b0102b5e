#include "app/cli/help_formatter.h"

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

std::string optionName(const CLI::Option& option) {
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

}  // namespace

std::string HelpFormatter::say(const char* key) const {
  return renderPlain(Text(key), language_);
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
      options += entry(optionName(*option), option->get_description());
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
  text += app->get_footer();
  if (isProgram) {
    text += "\n" + indented(say("command.help.more"), 0);
  }
  text += isProgram ? indented(say("command.help.exit"), 0) : "";
  return text;
}

}  // namespace poscope
