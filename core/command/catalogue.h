// `poscope views`, `recipes` and `formats`: what the program knows, as tables and as JSON with
// fixed keys.
#pragma once

#include "core/base/text.h"
#include "core/command/command_output.h"

namespace poscope {

/// {"version", "views": [{"id", "title", "question", "group", "parameters": [...], "facts": [...],
/// "figures": [...]}]}
[[nodiscard]] CommandOutput viewsCommand(bool json, Language language);

/// {"recipes": [{"id", "scheme", "title", "about", "stages": {...}, "source"}]}; "index" for alibi.
[[nodiscard]] CommandOutput recipesCommand(bool json, Language language);

/// {"formats": [{"id", "bits", "largest", "smallest_normal", "smallest", "last_exact_integer",
/// "specials", ...}]}
[[nodiscard]] CommandOutput formatsCommand(bool json, Language language);

}  // namespace poscope
