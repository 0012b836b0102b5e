// What a page is a function of: a view, its parameters and the zoom.
#pragma once

#include <optional>
#include <string>

#include "core/state/params.h"

namespace poscope {

/// The part of the main panel that is shown, in axis values. x0 < x1, y0 < y1.
struct Zoom {
  double x0 = 0;
  double x1 = 1;
  double y0 = 0;
  double y1 = 1;
  friend bool operator==(const Zoom&, const Zoom&) = default;
};

/// A view, its parameters (with the compare mode) and the zoom. A regular value: undo, the saved
/// state, exported files and the command line all hold this.
struct State {
  std::string view;  ///< The id of a view of the catalogue, whose schema `params` obeys.
  Params params;
  std::optional<Zoom> zoom;  ///< None: everything is shown.
  friend bool operator==(const State&, const State&) = default;
};

}  // namespace poscope
