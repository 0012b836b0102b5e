// Figures that were built a moment ago: a page that moves to another pane is not built again.
#pragma once

#include <deque>
#include <optional>

#include "app/window/build_job.h"

namespace poscope {

/// Of the pages that are on screen, and a few more. Not of those about a file, which may have
/// changed since: they are built again and say so.
class BuiltFigures {
 public:
  void keep(BuiltFigure built, const Inputs& inputs);
  /// That of a state, whatever its zoom.
  [[nodiscard]] std::optional<BuiltFigure> find(const State& state, const Inputs& inputs) const;
  /// One at any side of a comparison; nullptr where there is none.
  [[nodiscard]] std::shared_ptr<const Figure> findAnySide(const State& state,
                                                          const Inputs& inputs) const;

 private:
  std::deque<BuiltFigure> figures_;  ///< The newest first.
};

}  // namespace poscope
