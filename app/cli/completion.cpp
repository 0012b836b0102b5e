#include "app/cli/completion.h"

#include <algorithm>

namespace poscope {
namespace {

constexpr std::string_view kHelpWord = "help";

bool isOptionWord(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

bool takesValue(const CLI::Option& option) {
  return option.get_items_expected_max() > 0 && option.get_type_size() > 0;
}

// What a line says up to the word that is completed.
struct Line {
  const CLI::App* app = nullptr;         // The subcommand, or the program.
  const CLI::Option* waiting = nullptr;  // The option whose value comes next.
  bool help = false;                     // "help", which a subcommand follows.
  GivenWords given;
};

void takeOption(Line& line, const std::string& word) {
  const auto equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const CLI::Option* const option = line.app->get_option_no_throw(name);
  if (option == nullptr || !takesValue(*option)) {
    return;
  }
  if (equals == std::string::npos) {
    line.waiting = option;
  } else {
    line.given.options.emplace_back(option->get_name(), word.substr(equals + 1));
  }
}

void takeWord(Line& line, const CLI::App& program, const std::string& word) {
  const bool first = line.app == &program && line.given.words.empty() && !line.help;
  const auto named =
      program.get_subcommands([&word](const CLI::App* each) { return each->get_name() == word; });
  if (first && !named.empty()) {
    line.app = named.front();
  } else if (first && word == kHelpWord) {
    line.help = true;
  } else {
    line.given.words.push_back(word);
  }
}

Line read(const CLI::App& program, const std::vector<std::string>& words, Language language) {
  Line line;
  line.app = &program;
  line.given.language = language;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (line.waiting != nullptr) {
      line.given.options.emplace_back(line.waiting->get_name(), words[i]);
      line.waiting = nullptr;
    } else if (isOptionWord(words[i])) {
      takeOption(line, words[i]);
    } else {
      takeWord(line, program, words[i]);
    }
  }
  line.given.current = words.empty() ? std::string() : words.back();
  return line;
}

// The first sentence of a help text: as much as a list has room for.
std::string firstSentence(const std::string& text) {
  const auto end = std::min({text.find(". "), text.find("。"), text.find("; "), text.find("；")});
  const std::string first = text.substr(0, end);
  return first.ends_with('.') ? first.substr(0, first.size() - 1) : first;
}

class Lines {
 public:
  Lines(const Grammar& grammar, const Line& line) : grammar_(grammar), line_(line) {}

  void add(const std::string& value, const std::string& about) {
    if (value.starts_with(line_.given.current)) {
      text_ += value + (about.empty() ? "" : "\t" + firstSentence(about)) + "\n";
    }
  }
  // `before`: what stands before the value in the same word, "--paper=".
  void addValues(const CLI::Option* option, const std::string& before) {
    const auto found = grammar_.values.find(option);
    if (found == grammar_.values.end()) {
      return;
    }
    GivenWords given = line_.given;
    given.current.erase(0, before.size());
    if (found->second.candidates != nullptr) {
      for (const Candidate& each : found->second.candidates(given)) {
        add(before + each.value, each.about);
      }
    }
    text_ += found->second.files ? ":files\n" : "";
  }
  void addSubcommands(const CLI::App& program) {
    for (const CLI::App* each : program.get_subcommands([](const CLI::App*) { return true; })) {
      add(each->get_name(), each->get_description());
    }
  }
  void addOptions(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) {
        add("--" + name, option->get_description());
      }
      if (option->get_lnames().empty()) {
        for (const std::string& name : option->get_snames()) {
          add("-" + name, option->get_description());
        }
      }
    }
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  const Grammar& grammar_;
  const Line& line_;
  std::string text_;
};

// The argument that the next word is; the last one where it takes several.
const CLI::Option* nextArgument(const CLI::App& app, std::size_t before) {
  const CLI::Option* last = nullptr;
  std::size_t place = 0;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      last = option;
      if (place++ == before) {
        return option;
      }
    }
  }
  return last != nullptr && last->get_items_expected_max() > 1 ? last : nullptr;
}

}  // namespace

std::string completionLines(const CLI::App& app, const Grammar& grammar,
                            const std::vector<std::string>& words, Language language) {
  const Line line = read(app, words, language);
  const std::string& current = line.given.current;
  Lines lines(grammar, line);
  const auto equals = current.find('=');
  if (line.waiting != nullptr) {
    lines.addValues(line.waiting, {});
  } else if (current.starts_with("--") && equals != std::string::npos) {
    lines.addValues(line.app->get_option_no_throw(current.substr(0, equals)),
                    current.substr(0, equals + 1));
  } else if (current.starts_with('-')) {
    lines.addOptions(*line.app);
  } else if (line.help) {
    lines.addSubcommands(app);
  } else {
    if (line.app == &app && line.given.words.empty()) {
      lines.addSubcommands(app);
      lines.add(std::string(kHelpWord), {});
    }
    lines.addValues(nextArgument(*line.app, line.given.words.size()), {});
  }
  return lines.take();
}

}  // namespace poscope
