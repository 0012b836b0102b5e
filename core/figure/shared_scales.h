// Figures that are looked at beside each other, on the same axes and in the same colours.
#pragma once

#include <memory>
#include <vector>

#include "core/figure/figure.h"

namespace poscope {

/// Whether two axes count the same thing in the same way; axes with ticks of their own count
/// nothing.
[[nodiscard]] bool sameThing(const Axis& one, const Axis& other);
/// Widens an axis to the span of another one that counts the same.
void fit(Axis& axis, const Axis& other);

/// `figures` with axes that fit all of them and colours that mean the same in all of them: between
/// figures of one view, in panels of one name whose axes, or layers whose colours, count the same.
/// A figure that is on those scales already is handed back as it is; nullptr stays. Data do not
/// change, only what is fitted.
[[nodiscard]] std::vector<std::shared_ptr<const Figure>> onSharedScales(
    const std::vector<std::shared_ptr<const Figure>>& figures);

}  // namespace poscope
