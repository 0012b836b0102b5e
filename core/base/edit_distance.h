// How far a mistyped word is from one that exists.
#pragma once

#include <cstddef>
#include <string_view>

namespace poscope {

/// Steps from `a` to `b`, in bytes: insertions, deletions, replacements, and swaps of neighbours
/// (the distance of optimal string alignment).
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

}  // namespace poscope
