// Whole links: the notation of core/state/link.h with the views of the catalogue.
#pragma once

#include <string_view>

#include "core/state/link.h"
#include "core/views/view.h"

namespace poscope {

/// The state of a view at its defaults.
[[nodiscard]] State defaultState(const View& view);

/// Reads a link; parameters that it does not name are at their defaults. Errors of splitLink and
/// applyQuery; an unknown view is a usage error that names those there are.
[[nodiscard]] Result<State> parseLink(std::string_view link);

/// The state of an article's figure ("fig9", also "figure9" and "9"). Usage error with the names
/// that exist.
[[nodiscard]] Result<State> namedFigureState(std::string_view name);

}  // namespace poscope
