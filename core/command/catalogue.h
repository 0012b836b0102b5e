// The subcommands that list what the program knows, as tables and as JSON with fixed keys.
#pragma once

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/command/command_output.h"
#include "core/state/params.h"

namespace poscope {

/// {"version", "views": [{"id", "title", "question", "group", "parameters": [...], "facts": [...],
/// "figures": [...]}]}: all of them, or the one that is named. As text, all of them are a line each
/// and one is told whole. Error: usage for a view that does not exist.
[[nodiscard]] Result<CommandOutput> viewsCommand(const std::string& name, bool json,
                                                 Language language);

/// The words that a parameter takes; none for numbers and texts. Of formats all are accepted, those
/// of the schema are only offered first.
[[nodiscard]] std::vector<std::string> acceptedValues(const ParameterSpec& spec);

/// {"recipes": [{"id", "scheme", "title", "about", "stages": {...}, "source"}]}; "index" for alibi.
/// Only those that hold every word of `filter` (none: all) in their id, scheme, title, description,
/// implementation or source; capital letters do not matter. Error: usage when none does.
[[nodiscard]] Result<CommandOutput> recipesCommand(const std::string& filter, bool json,
                                                   Language language);

/// {"formats": [{"id", "bits", "largest", "smallest_normal", "smallest", "last_exact_integer",
/// "specials", ...}]}
[[nodiscard]] CommandOutput formatsCommand(bool json, Language language);

/// {"presets": [{"id", "title", "scheme", "scaling", "context", "base", "source"}]}: the public
/// models that come with the program. "scaling", "context" and "base" are null where there is none.
[[nodiscard]] CommandOutput presetsCommand(bool json, Language language);

/// {"glossary": [{"id", "kind", "name", "about", "spellings", "link"}]}: all entries, or that of a
/// word; "link" is null where no page shows it. Error: usage for a word that is no term.
[[nodiscard]] Result<CommandOutput> glossaryCommand(const std::string& word, bool json,
                                                    Language language);

}  // namespace poscope
