// What the parser's tables hold beside names: which values a word or an option can take, and what
// stands below the options of a help page. Help, the manual page and completions are made of it.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/language.h"

namespace poscope {

/// A word that fits, and what it is.
struct Candidate {
  std::string value;
  std::string about;  ///< One line; may be empty.
};

/// The command line up to the word that is being completed.
struct GivenWords {
  Language language = Language::english;
  std::vector<std::string> words;  ///< Those that are no options and no values of options.
  std::vector<std::pair<std::string, std::string>> options;  ///< "--figure" and its value.
  std::string current;                                       ///< The word itself, as far as it is.
};

/// What can stand for a word or behind an option; nothing known by default.
struct Values {
  std::vector<Candidate> (*candidates)(const GivenWords& given) = nullptr;
  bool files = false;  ///< Names of files and folders, too.
};

/// Below the options of a help page, in the language of the page.
struct HelpNotes {
  std::string more;
  std::vector<std::string> examples;
};

struct Grammar {
  std::map<const CLI::Option*, Values> values;
  std::map<const CLI::App*, HelpNotes> notes;
};

}  // namespace poscope
