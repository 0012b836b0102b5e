// The one way into the window: what the command line hands over.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plot/theme.h"
#include "app/window/main_window.h"
#include "core/base/text.h"
#include "core/compute/backend.h"

namespace poscope {

struct WindowOptions {
  std::vector<std::string>
      openArguments;   ///< Links, exported figures, config.json files or model folders.
  bool fresh = false;  ///< Nothing is read that an earlier window left, and nothing is left.
  std::optional<Language> language;  ///< None: the saved one, else the system's.
  std::optional<ThemeKind> theme;    ///< None: the saved one, else the system's.
  std::string backendId;             ///< As BackendSet::choose takes it; empty for the best one.
  BackendSet backends;
  std::string modelPath;  ///< A config.json or model folder; may be empty. Opened last: its values
                          ///< go over a link's.
};

/// What the window starts with: the chosen backend, which the CPU takes over from when it fails,
/// and the file of the state. Usage error when no usable backend has the id.
[[nodiscard]] Result<WindowSetup> windowSetup(const WindowOptions& options);

/// Runs the window until it is closed; a QApplication must exist. Returns the exit code: 0, or 2
/// when no backend has the id that was asked for (the sentence goes to stderr).
[[nodiscard]] int runWindow(const WindowOptions& options);

}  // namespace poscope
