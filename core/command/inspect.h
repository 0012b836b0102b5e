// `poscope inspect FILE [--json]`: what a .npy, .safetensors or config.json holds.
#pragma once

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/command/command_output.h"
#include "core/model/named_file.h"

namespace poscope {

/// `file`: a .npy or .safetensors file (arrays with type, shape and bytes, no values), or a
/// config.json or model folder (what is understood, with the key of every value). `language` is
/// that of the text; JSON has fixed keys and its notices in `language`. The exit code is 1 when an
/// error notice was found. A file of another kind is
/// a file error that says what it is.
[[nodiscard]] Result<CommandOutput> inspectCommand(const NamedFile& file, bool json,
                                                   Language language);

}  // namespace poscope
