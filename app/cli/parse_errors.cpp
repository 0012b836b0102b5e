#include "app/cli/parse_errors.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/open_words.h"
#include "app/cli/options.h"
#include "core/base/suggestion.h"
#include "core/base/words.h"
#include "core/catalogue/views.h"

namespace poscope {
namespace {

Error usage(Text text) {
  return {ErrorKind::usage, std::move(text)};
}

const CLI::App& chosenApp(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

// The command that tells the options.
std::string helpOf(const CLI::App& app) {
  const CLI::App& chosen = chosenApp(app);
  return &chosen == &app ? std::string("poscope --help")
                         : "poscope " + chosen.get_name() + " --help";
}

std::string_view withoutDashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

// A parameter of a view that was written as an option: "--context" for "--set context=".
std::vector<std::string> nearSettings(const CLI::App& app, std::string_view word) {
  std::vector<std::string> names;
  for (const View& view : views()) {
    for (const ParameterSpec& spec : view.schema) {
      if (std::find(names.begin(), names.end(), spec.name) == names.end()) {
        names.push_back(spec.name);
      }
    }
  }
  const bool sets = app.get_option_no_throw("--set") != nullptr;
  std::vector<std::string> near;
  for (const std::string& name :
       sets ? nearNames(withoutDashes(word), names) : std::vector<std::string>()) {
    near.push_back("--set " + name + "=...");
  }
  return near;
}

// The options that were probably meant, as they are written.
std::vector<std::string> nearOptions(const CLI::App& app, std::string_view word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    const auto& longNames = option->get_lnames();
    names.insert(names.end(), longNames.begin(), longNames.end());
  }
  std::vector<std::string> near = nearNames(withoutDashes(word), names);
  for (std::string& name : near) {
    name.insert(0, "--");
  }
  return near.empty() ? nearSettings(app, word) : near;
}

Error unknownOption(const CLI::App& app, const std::string& written) {
  const std::string word = written.substr(0, written.find('='));
  return usage(
      withSuggestion({"command.error.option.unknown", {{"value", word}, {"help", helpOf(app)}}},
                     nearOptions(chosenApp(app), word)));
}

// Without a subcommand the first words are to be opened. One that is not there is more likely a
// mistyped subcommand, whose options are not those of the window.
std::optional<Error> wrongOpenWord(const CLI::App& app) {
  if (!app.get_subcommands().empty()) {
    return std::nullopt;
  }
  for (const std::string& word : app.get_option(kOpenWords)->results()) {
    if (const auto checked = checkOpenWord(word); !checked) {
      return checked.error();
    }
  }
  return std::nullopt;
}

Error extras(const CLI::App& app) {
  if (auto wrong = wrongOpenWord(app)) {
    return *std::move(wrong);
  }
  const std::vector<std::string> words = app.remaining(true);
  for (const std::string& word : words) {
    if (word.size() > 1 && word.front() == '-' && word != "--") {
      return unknownOption(app, word);
    }
  }
  return usage({"command.error.unexpected", {{"value", joinWords(words)}}});
}

// CLI11 has one type for all of these and no parts, only sentences ("--scale: 1 required STEP
// missing"), so they have to be read; cli_exit_codes_test holds them.
Error mismatch(const CLI::App& app, const CLI::Error& error) {
  const std::string_view words = error.what();
  const std::string_view name = words.substr(0, words.find_first_of(": "));
  const std::string option = (name.starts_with("-") ? "" : "--") + std::string(name);
  const auto says = [&](const char* part) { return words.find(part) != std::string_view::npos; };
  const char* const key = says("flag override") || says("for a flag") ? "command.error.option.flag"
                          : says("At Most") || says("At most")        ? "command.error.option.twice"
                                                                      : "command.error.value";
  const CLI::Option* const known = chosenApp(app).get_option_no_throw(option);
  const std::string type = known == nullptr ? std::string() : known->get_type_name();
  return usage({key, {{"option", option}, {"type", type}, {"help", helpOf(app)}}});
}

}  // namespace

Error parseError(const CLI::App& app, const CLI::Error& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    return extras(app);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return mismatch(app, error);
  }
  const std::string_view words = error.what();  // "Could not convert: --json = maybe"
  const auto start = std::min(words.find("--"), words.size());
  const std::string_view named = words.substr(start, words.find(' ', start) - start);
  return usage({"command.error.argument", {{"value", named}}});
}

}  // namespace poscope
