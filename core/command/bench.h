// `poscope bench`: speed of the main work on each usable backend.
#pragma once

#include <functional>
#include <stop_token>

#include "core/command/command_output.h"
#include "core/compute/backend.h"

namespace poscope {

struct BenchOptions {
  int runs = 5;  ///< Timed runs of each work after one that is not timed; the median is reported.
  std::string backend;                        ///< Empty: every usable one.
  std::function<void(const Text&)> progress;  ///< What runs now; may be empty.
  std::stop_token stop;
};

/// {"version", "runs", "results": [{"backend", "work", "items", "item", "median_ms",
/// "items_per_second"}]}. Errors: usage for an unknown or unusable backend, cancelled, or what a
/// backend reports.
[[nodiscard]] Result<CommandOutput> benchCommand(const BackendSet& set, const BenchOptions& options,
                                                 bool json, Language language);

}  // namespace poscope
