// What a window knows of the parameter that plays, and what its controls can ask for.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "core/state/frames.h"

namespace poscope {

enum class PlayMode { once, loop, bounce };
/// In the order of PlayMode, as the saved window has them; their words are `window.play.<name>`.
inline constexpr std::array<const char*, 3> kPlayModes{"once", "loop", "bounce"};

/// Frames a second that are offered.
inline constexpr std::array<int, 6> kPlaySpeeds{1, 2, 4, 8, 15, 30};

/// How everything is played.
struct PlaySettings {
  int speed = 4;  ///< Frames a second at most; one of kPlaySpeeds.
  PlayMode mode = PlayMode::loop;
  friend bool operator==(const PlaySettings&, const PlaySettings&) = default;
};

struct PlayState {
  std::string parameter;  ///< The one that plays or pauses; empty for none.
  bool playing = false;
  FrameTexts range;
  PlaySettings settings;
  double rate = 0;        ///< Frames a second that are reached; 0 where they are as many as asked.
  bool stepwise = false;  ///< Motion is reduced: each press is one step.
};

/// What the controls of the panel ask for.
struct PlayControls {
  /// Plays the parameter, or pauses it.
  std::function<void(const std::string& parameter)> toggle;
  /// Usage errors as readRange, with the parameter's label.
  std::function<Result<void>(const FrameTexts& range)> setRange;
  std::function<void(const PlaySettings& settings)> setSettings;
  /// No parameter plays any more, and its controls go.
  std::function<void()> close;
};

}  // namespace poscope
