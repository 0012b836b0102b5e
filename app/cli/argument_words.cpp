#include "app/cli/argument_words.h"

#include <algorithm>
#include <string_view>

#include "core/catalogue/views.h"
#include "core/state/link.h"

namespace poscope {
namespace {

bool isOption(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

// "help SUBCOMMAND ..." as "SUBCOMMAND ... --help".
std::vector<std::string> withHelpOption(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  return arguments;
}

// CLI11 takes "-inf" and "-.5" for options; a blank in front makes them words, and readers of
// numbers skip it.
std::vector<std::string> withNumbers(std::vector<std::string> arguments) {
  for (std::string& argument : arguments) {
    const bool word = argument.starts_with("-inf") || argument.starts_with("-Inf") ||
                      argument.starts_with("-INF") || argument.starts_with("-nan") ||
                      argument.starts_with("-NaN") || argument.starts_with("-.");
    argument = word ? " " + argument : argument;
  }
  return arguments;
}

// A view or a link behind a file is what to export, not another file.
bool followsAsFile(const std::string& word) {
  return !isOption(word) && !looksLikeLink(word) && findView(word) == nullptr;
}

std::vector<std::string> withOneOutputEach(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (auto word = arguments.begin(); word != arguments.end(); ++word) {
    words.push_back(*word);
    const bool alone = *word == "-o" || *word == "--output";
    const bool joint = word->starts_with("--output=") || (word->starts_with("-o") && !alone);
    if (alone && word + 1 != arguments.end()) {
      words.push_back(*++word);
    }
    while ((alone || joint) && word + 1 < arguments.end() && followsAsFile(*(word + 1))) {
      words.emplace_back("-o");
      words.push_back(*++word);
    }
  }
  return words;
}

}  // namespace

std::vector<std::string> plainArguments(std::vector<std::string> arguments) {
  arguments = withHelpOption(std::move(arguments));
  if (!arguments.empty() && arguments.front() == "round") {
    return withNumbers(std::move(arguments));
  }
  if (!arguments.empty() && arguments.front() == "export") {
    return withOneOutputEach(arguments);
  }
  return arguments;
}

}  // namespace poscope
