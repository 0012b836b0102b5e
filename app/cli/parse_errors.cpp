#include "app/cli/parse_errors.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/edit_distance.h"
#include "core/base/words.h"

namespace poscope {
namespace {

Error usage(Text text) {
  return {ErrorKind::usage, std::move(text)};
}

const CLI::App& chosenApp(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

// The option that was probably meant: one that starts like the word, or is two letters away.
std::string nearOption(const CLI::App& app, const std::string& word) {
  constexpr std::size_t kFarthest = 2;
  constexpr std::size_t kShortestStart = 4;  // "--si"
  std::string nearest;
  std::size_t least = kFarthest + 1;
  for (const std::string& name : optionNames(app)) {
    const bool starts = word.size() >= kShortestStart && name.starts_with(word);
    const std::size_t distance = starts ? 1 : editDistance(word, name);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

Error unknownOption(const CLI::App& app, const std::string& written) {
  const std::string word = written.substr(0, written.find('='));
  const CLI::App& chosen = chosenApp(app);
  const std::string help =
      &chosen == &app ? std::string("poscope --help") : "poscope " + chosen.get_name() + " --help";
  const std::string near = nearOption(chosen, word);
  return near.empty() ? usage({"command.error.option.unknown", {{"value", word}, {"help", help}}})
                      : usage({"command.error.option.near",
                               {{"value", word}, {"near", near}, {"help", help}}});
}

Error extras(const CLI::App& app) {
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
Error mismatch(const CLI::Error& error) {
  const std::string_view words = error.what();
  const std::string_view name = words.substr(0, words.find_first_of(": "));
  const std::string option = (name.starts_with("-") ? "" : "--") + std::string(name);
  const auto says = [&](const char* part) { return words.find(part) != std::string_view::npos; };
  const char* const key = says("flag override") || says("for a flag") ? "command.error.option.flag"
                          : says("At Most") || says("At most")        ? "command.error.option.twice"
                                                                      : "command.error.value";
  return usage({key, {{"option", option}}});
}

}  // namespace

Error parseError(const CLI::App& app, const CLI::Error& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    return extras(app);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return mismatch(error);
  }
  const std::string_view words = error.what();  // "Could not convert: --json = maybe"
  const auto start = std::min(words.find("--"), words.size());
  const std::string_view named = words.substr(start, words.find(' ', start) - start);
  return usage({"command.error.argument", {{"value", named}}});
}

}  // namespace poscope
