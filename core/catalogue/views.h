// Every view of the program, by hand and in one place: nothing registers itself.
#pragma once

#include <span>
#include <string_view>

#include "core/base/suggestion.h"
#include "core/views/view.h"

namespace poscope {

/// All views in the order in which the window lists them. Title: text `<id>.title`, question:
/// `<id>.question`.
[[nodiscard]] std::span<const View> views();

/// Their ids, and the names of the articles' figures, in that order.
[[nodiscard]] Names viewNames();
[[nodiscard]] Names figureNames();

/// nullptr when there is none.
[[nodiscard]] const View* findView(std::string_view id);

/// The page about opened models.
[[nodiscard]] const View& viewThatOpensModels();

/// The page that reads what a file of arrays holds, going by the names of its tensors. Where they
/// tell nothing it is `shown`, if that reads arrays of this shape, else the page about dumped
/// tables, which says what a file lacks.
[[nodiscard]] const View& viewThatReads(const ArrayFile& file, const View& shown);

/// What the window shows at its first start.
[[nodiscard]] const View& firstView();

}  // namespace poscope
