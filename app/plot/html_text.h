// Core's sentences as HTML for labels: every run in the colour of its role.
#pragma once

#include <QColor>
#include <QString>

#include "app/plot/theme.h"

namespace poscope {

[[nodiscard]] QString richText(const Text& text, Language language, const Theme& theme);
/// `words` escaped, in `colour`.
[[nodiscard]] QString coloured(const QString& words, const QColor& colour);

}  // namespace poscope
