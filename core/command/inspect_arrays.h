// The half of `poscope inspect` that is about .npy and .safetensors files.
#pragma once

#include "core/command/inspect.h"
#include "core/model/named_file.h"

namespace poscope {

/// Errors as inspectCommand. The exit code is 0.
[[nodiscard]] Result<CommandOutput> inspectArrays(const NamedFile& file,
                                                  const InspectOptions& options, Language language,
                                                  const InspectControl& control);

}  // namespace poscope
