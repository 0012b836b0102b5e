// The notation of states: poscope:alibi?heads=40&context=4096&a=baichuan-13b&x=3996..4096
// Which views there are is the catalogue's: core/catalogue/links.h reads whole links.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/state/state.h"

namespace poscope {

/// A link cut in two. Views of the text that was read.
struct LinkParts {
  std::string_view view;
  std::string_view query;  ///< "k=v&k=v", percent-encoded; may be empty.
};

/// Usage error for a link of more than 8,192 bytes. "poscope:" may be missing.
[[nodiscard]] Result<LinkParts> splitLink(std::string_view link);

/// Applies "k=v&k=v" (percent-encoded) to a state. Keys: the view's parameters, stages
/// ("a.position"), `x` and `y` ("first..last"). Unknown keys, keys that are given twice and bad
/// values are usage errors.
[[nodiscard]] Result<State> applyQuery(State state, std::string_view query);

/// What applyQuery reads, and a link from a view's id and that; percent-encoded where it must be.
using LinkSettings = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] std::string writeQuery(const LinkSettings& settings);
[[nodiscard]] std::string writeLink(std::string_view view, const LinkSettings& settings);

/// The shortest link that reads back as the same state.
[[nodiscard]] std::string formatLink(const State& state);

/// Whether a text starts like a link ("poscope:").
[[nodiscard]] bool looksLikeLink(std::string_view text);

}  // namespace poscope
