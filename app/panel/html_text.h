// Core's sentences as HTML for labels: every run in the colour of its role.
#pragma once

#include <QColor>
#include <QString>

#include "core/base/text.h"

namespace poscope {

class Appearance;

[[nodiscard]] QString richText(const Text& text, const Appearance& appearance);
/// `words` escaped, in `colour`.
[[nodiscard]] QString coloured(const QString& words, const QColor& colour);

}  // namespace poscope
