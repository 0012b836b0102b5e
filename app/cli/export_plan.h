// What `poscope export` is asked for: which state, which files, which options. Reads files, draws
// nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "app/cli/standard_input.h"
#include "app/export/figure_file.h"
#include "core/state/frames.h"
#include "core/state/inputs.h"
#include "core/state/state.h"

namespace poscope {

struct ExportTarget {
  std::filesystem::path path;  ///< "-" for the standard output; of frames the names' pattern.
  std::string ending;          ///< One of exportEndings().
};

struct ExportPlan {
  State state;
  std::vector<ExportTarget> targets;
  ExportOptions options;
  Inputs inputs;                  ///< The model that was given.
  std::optional<Frames> frames;   ///< None: one picture.
  std::vector<FrameNames> names;  ///< Of frames: the names of each target.

  [[nodiscard]] bool draws() const;  ///< Whether a target is a picture.
};

/// Tells the model's notices on the console. Errors: usage for what is asked, file for what cannot
/// be read. A model with an error notice gives `modelIsBroken`.
struct PlannedExport {
  ExportPlan plan;
  bool modelIsBroken = false;
};
[[nodiscard]] Result<PlannedExport> planExport(const CommandLine& line, const Console& console);

}  // namespace poscope
