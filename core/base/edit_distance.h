// How far a mistyped word is from one that exists.
#pragma once

#include <cstddef>
#include <string_view>

namespace poscope {

/// Levenshtein distance in bytes: insertions, deletions and replacements.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

}  // namespace poscope
