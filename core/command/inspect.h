// `poscope inspect FILE`: what a .npy, .safetensors or config.json holds.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/command/command_output.h"

namespace poscope {

/// As the command line gives them; empty: not given.
struct InspectOptions {
  std::filesystem::path path;
  std::string shown;    ///< The name in reports and messages; empty for the path ("-" for a pipe).
  std::string tensor;   ///< The name of one tensor of a .safetensors file.
  std::string slice;    ///< "0:4,:8", as in Python: one range an axis, "..." for those left out.
  std::string as;       ///< The type that the bytes are read as: "bf16".
  bool header = false;  ///< Reads no values but those of the slice.
  bool json = false;
};

struct InspectControl {
  std::function<void(double)> progress;  ///< 0..1 of the bytes to read; may be empty.
  std::stop_token stop;
};

/// A .npy or .safetensors file: arrays with type, shape, bytes, least and greatest value, how many
/// are NaN and infinite, and the values of a slice; read in pieces, whatever the size. A
/// config.json or model folder: what is understood, with the key of every value. `language` is that
/// of the text; JSON has fixed keys and its notices in `language`. The exit code is 1 when an error
/// notice was found. Errors: usage for a tensor, slice or type that does not fit the file; file for
/// what cannot be read, and for a file of another kind, which is named; cancelled.
[[nodiscard]] Result<CommandOutput> inspectCommand(const InspectOptions& options, Language language,
                                                   const InspectControl& control = {});

}  // namespace poscope
