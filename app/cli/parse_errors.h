// Mistakes in a command line, in our words instead of CLI11's.
#pragma once

#include <CLI/CLI.hpp>

#include "core/base/result.h"

namespace poscope {

/// What CLI11 threw while it parsed `app`. Always a usage error.
[[nodiscard]] Error parseError(const CLI::App& app, const CLI::Error& error);

}  // namespace poscope
