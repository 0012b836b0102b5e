// Colours and type of look/LOOK.md: one table of tokens, light and dark.
#pragma once

#include <QColor>
#include <QFont>

#include "core/base/text.h"
#include "core/figure/figure.h"

namespace poscope {

enum class ThemeKind { light, dark };

/// The tokens of one theme; every colour that the app paints comes from here.
struct Theme {
  ThemeKind kind = ThemeKind::light;
  QColor background, surface, sunken, border, grid;
  QColor text, muted, faint;
  QColor accent, accentBackground;
  QColor a, aText, b, reference, mark, good, bad;
  QColor one, two, three, four;  ///< Of what is no side of a comparison.
};

[[nodiscard]] const Theme& theme(ThemeKind kind);

/// The colour of marks, and of words, in a role.
[[nodiscard]] QColor markColour(const Theme& theme, ColourRole role);
[[nodiscard]] QColor textColour(const Theme& theme, TextRole role);
[[nodiscard]] QColor textColour(const Theme& theme, ColourRole role);

/// Sizes in LOOK.md's steps; the text font is Inter with Noto Sans CJK SC behind it, values are
/// JetBrains Mono.
enum class FontSize { tiny, small, base, large, headline };
[[nodiscard]] QFont textFont(FontSize size, QFont::Weight weight = QFont::Normal);
[[nodiscard]] QFont monoFont(FontSize size);

/// The name under which other programs have a family of these fonts: "Inter".
[[nodiscard]] QString commonFamily(const QString& family);

/// Loads the shipped fonts once; false when Noto Sans CJK SC is missing (the window warns then).
bool loadFonts();

}  // namespace poscope
