// Icons of a few lines, drawn in a colour of the theme.
#pragma once

#include <QIcon>
#include <QLineF>
#include <initializer_list>

namespace poscope {

/// 16 x 16 logical pixels; `width` is that of the pen, with round ends.
[[nodiscard]] QIcon lineIcon(const QColor& colour, double width,
                             std::initializer_list<QLineF> lines);

}  // namespace poscope
