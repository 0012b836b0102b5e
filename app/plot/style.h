// How a figure is set: theme, language and type, on screen or on a page. What draws asks this and
// nothing else.
#pragma once

#include <QString>
#include <vector>

#include "app/plot/theme.h"

namespace poscope {

struct PlotStyle {
  ThemeKind kind = ThemeKind::light;
  Language language = Language::english;
  double pagePoints = 0;  ///< Base font size of a page in points; 0 on screen.
  bool alone = false;     ///< What is paler than the rest is left out.

  [[nodiscard]] const Theme& colours() const { return theme(kind); }
  [[nodiscard]] QFont text(FontSize size, QFont::Weight weight = QFont::Normal) const;
  [[nodiscard]] QFont mono(FontSize size) const;
  [[nodiscard]] QString words(const Text& text) const;

  /// Lengths that belong to the type (mark sizes, gaps): 1 on screen.
  [[nodiscard]] double scale() const;

  friend bool operator==(const PlotStyle&, const PlotStyle&) = default;
};

/// Smaller print is no longer read: no word on a page is.
inline constexpr double kLeastPagePoints = 5;

/// Logical pixels in a point: what fonts set in points are resolved with.
[[nodiscard]] double pixelsPerPoint();

/// What must be seen of a picture has at least this contrast with its ground (WCAG 2.1, 1.4.11).
inline constexpr double kGraphicContrast = 3;

/// The colour of lines and dots in a role: that of its marks, or where that is too pale for thin
/// things a stronger one.
[[nodiscard]] QColor lineColour(const Theme& theme, ColourRole role);

/// `colour` mixed into the surface as far as it can still be seen: paler without transparency, so
/// that vector files stay simple.
[[nodiscard]] QColor faintColour(const Theme& theme, const QColor& colour);

/// A colour `part` of the way from `from` to `to`.
[[nodiscard]] QColor mixed(const QColor& from, const QColor& to, double part);

}  // namespace poscope
