// States as links: poscope:alibi?heads=40&context=4096&a=baichuan-13b&x=3996..4096
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/view/view.h"

namespace poscope {

/// The part of the main panel that is shown, in axis values. x0 < x1, y0 < y1.
struct Window {
  double x0 = 0;
  double x1 = 1;
  double y0 = 0;
  double y1 = 1;
  friend bool operator==(const Window&, const Window&) = default;
};

/// A view, its parameters (with the compare mode) and the zoom window. A regular value: undo, the
/// saved state, exported files and the command line all hold this.
struct State {
  std::string view;
  Params params;
  std::optional<Window> window;  ///< None: everything is shown.
  friend bool operator==(const State&, const State&) = default;
};

/// The state of a view at its defaults. `view` must exist.
[[nodiscard]] State defaultState(const View& view);

/// Reads a link; parameters that it does not name are at their defaults. Keys: the view's
/// parameters, stages
/// ("a.position"), `x` and `y` ("first..last"). Unknown views and keys, keys that
/// are given twice and bad values are usage errors.
[[nodiscard]] Result<State> parseLink(std::string_view link);

/// Applies "k=v&k=v" (percent-encoded) to a state.
[[nodiscard]] Result<State> applyQuery(State state, std::string_view query);

/// The shortest link that reads back as the same state.
[[nodiscard]] std::string formatLink(const State& state);

/// Whether a text starts like a link ("poscope:").
[[nodiscard]] bool looksLikeLink(std::string_view text);

/// The state of an article's figure ("fig9", also "figure9" and "9"). Usage error with the names
/// that exist.
[[nodiscard]] Result<State> namedFigureState(std::string_view name);

}  // namespace poscope
