// The manual page, made of the same tables as the help: "poscope __man" prints it, and the build
// installs it.
#pragma once

#include <string>

#include "app/cli/grammar.h"
#include "app/cli/help_formatter.h"

namespace poscope {

/// man(7) source of the whole program, in the language that `app` was described in.
[[nodiscard]] std::string manPage(const CLI::App& app, const Grammar& grammar, Language language,
                                  const HelpFormatter::Usage& usage);

}  // namespace poscope
