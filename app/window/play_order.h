// In which order the values of a range are played. No clock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/panel/play_state.h"

namespace poscope {

struct PlayPlace {
  std::size_t at = 0;  ///< Of the values.
  bool back = false;   ///< On the way from the last one to the first.
  friend bool operator==(const PlayPlace&, const PlayPlace&) = default;
};

/// What comes after `place` among `count` >= 1 values; nothing at the end of PlayMode::once.
[[nodiscard]] std::optional<PlayPlace> nextPlace(PlayPlace place, std::size_t count, PlayMode mode);

/// The place from which a range of values, which rise or fall, is played on where `value` is in
/// force: its own, or the one before the next value in its direction; nothing where there is none.
[[nodiscard]] std::optional<PlayPlace> placeBefore(const std::vector<std::int64_t>& values,
                                                   std::int64_t value);

}  // namespace poscope
