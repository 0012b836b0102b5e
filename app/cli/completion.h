// What can stand at the end of a command line: asked by the shells' scripts (resources/completion)
// as "poscope __complete WORD...".
#pragma once

#include <string>
#include <vector>

#include "app/cli/grammar.h"

namespace poscope {

/// `words`: those behind the program's name; the last one is completed and may be empty. A line for
/// each candidate, "VALUE" or "VALUE<tab>what it is", and ":files" where names of files fit, too.
[[nodiscard]] std::string completionLines(const CLI::App& app, const Grammar& grammar,
                                          const std::vector<std::string>& words, Language language);

}  // namespace poscope
