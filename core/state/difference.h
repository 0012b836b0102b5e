// How the difference of two sides is shown: A - B, |A - B|, or that on a log scale.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope {

enum class Difference { plain, absolute, log10 };
/// In the order of Difference.
inline constexpr std::array kDifferences{Difference::plain, Difference::absolute,
                                         Difference::log10};
/// "signed", "absolute", "log10", as in links.
[[nodiscard]] std::string_view differenceName(Difference difference);
/// Nothing when none is called so.
[[nodiscard]] std::optional<Difference> findDifference(std::string_view name);

namespace parameter {
inline constexpr WordParameter kDifference{{"difference"}};
}

/// `difference`: how the difference is shown. Every view that compares has it, from the catalogue.
[[nodiscard]] ParameterSpec differenceParameter();
/// What `difference` names; plain where there is no such parameter.
[[nodiscard]] Difference shownDifference(const Params& params);
/// How a figure shows it, or would at that side, as its source says.
[[nodiscard]] Difference differenceOf(const Figure& figure);

}  // namespace poscope
