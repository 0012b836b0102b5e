// What `poscope export` starts from: a view, a link, a figure file or a model.
#pragma once

#include <string>

#include "app/cli/command_line.h"
#include "app/cli/standard_input.h"
#include "core/model/model_config.h"
#include "core/state/state.h"

namespace poscope {

/// Whether a word is the name of a view or a link, not of a file.
[[nodiscard]] bool namesState(const std::string& word);

/// The state that the request names, before --model and --set. Errors: usage for words that name
/// nothing (with the option that was meant, where it is clear), file for what cannot be read.
[[nodiscard]] Result<State> baseState(const ExportRequest& request, StandardInput& input);

/// A config.json, a model folder, a preset's id, or "-".
[[nodiscard]] Result<ModelConfig> openModel(const std::string& path, StandardInput& input);

/// The letters behind a name's last point, in lower case.
[[nodiscard]] std::string lowerEnding(const std::string& file);

}  // namespace poscope
