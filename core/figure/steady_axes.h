// The y axes of pictures that follow each other.
#pragma once

#include <optional>
#include <vector>

#include "core/figure/figure.h"

namespace poscope {

/// Over an x axis that stays as it is, curves that become twice as high would look the same if each
/// picture had a y axis of its own. So a y axis spans what the pictures before it spanned, too.
/// Where the x axis is another one, all of the picture is, and begins anew; rows of cells are an
/// axis of places, not of values, and stay as they are.
class SteadyAxes {
 public:
  /// A picture that was shown, or is about to be.
  void remember(const Figure& figure);
  /// The figure with y axes as wide as those of the pictures that are remembered.
  [[nodiscard]] Figure fit(Figure figure) const;
  void clear() { seen_.clear(); }

 private:
  /// The axes of a plot; none of what has no values to compare.
  struct Seen {
    Axis x;
    Axis y;
  };
  static std::optional<Seen> axesOf(const Panel& panel);
  [[nodiscard]] const Axis* before(std::size_t panel, const Seen& now) const;

  std::vector<std::optional<Seen>> seen_;  ///< By panel.
};

}  // namespace poscope
