#include "app/window/play_order.h"

#include <algorithm>

namespace poscope {

std::optional<PlayPlace> nextPlace(PlayPlace place, std::size_t count, PlayMode mode) {
  const std::size_t last = count - 1;
  if (place.back && mode == PlayMode::bounce) {
    return place.at > 0 ? PlayPlace{place.at - 1, true}
                        : PlayPlace{std::min<std::size_t>(1, last), false};
  }
  if (place.at < last) {
    return PlayPlace{place.at + 1, false};
  }
  switch (mode) {
    case PlayMode::once:
      return std::nullopt;
    case PlayMode::loop:
      return PlayPlace{};
    case PlayMode::bounce:
      break;
  }
  return PlayPlace{last > 0 ? last - 1 : 0, true};
}

std::optional<PlayPlace> placeBefore(const std::vector<std::int64_t>& values, std::int64_t value) {
  const bool falls = values.front() > values.back();
  const auto beyond = std::find_if(values.begin(), values.end(), [&](std::int64_t each) {
    return falls ? each < value : each > value;
  });
  if (beyond == values.begin()) {
    return std::nullopt;
  }
  const auto at = static_cast<std::size_t>(beyond - values.begin()) - 1;
  // Behind the last one without being it: there is no next value.
  return beyond == values.end() && values[at] != value ? std::nullopt
                                                       : std::optional(PlayPlace{at, false});
}

}  // namespace poscope
