// `poscope inspect FILE [--json]`: what a .npy, .safetensors or config.json holds.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/command/command_output.h"

namespace poscope {

struct InspectInput {
  std::filesystem::path path;
  std::string shown;  ///< The name in reports and messages; empty for the path ("-" for a pipe).

  InspectInput(std::filesystem::path file, std::string name = {})  // NOLINT: a path is an input.
      : path(std::move(file)), shown(std::move(name)) {}
};

/// `input`: a .npy or .safetensors file (arrays with type, shape and bytes, no values), or a
/// config.json or model folder (what is understood, with the key of every value). `language` is
/// that of the text; JSON has fixed keys and its notices in `language`. The exit code is 1 when an
/// error notice was found. A file of another kind is
/// a file error that says what it is.
[[nodiscard]] Result<CommandOutput> inspectCommand(const InspectInput& input, bool json,
                                                   Language language);

}  // namespace poscope
