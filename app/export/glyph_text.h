// Which characters the glyphs of a page stand for. Fonts draw several characters with one glyph
// (the radical U+2F00 and the ideograph U+4E00, for example), and what a PDF says of a glyph is
// what its readers copy and search.
#pragma once

#include <QHash>
#include <QString>
#include <vector>

#include "core/base/language.h"

namespace poscope {

/// For one font of the program. Qt names the lowest character of a glyph; those for which that is
/// not the one meant stand here: character that Qt names -> character meant.
struct GlyphText {
  QString family;  ///< Without spaces, in lower case.
  QHash<char16_t, char16_t> meant;
};

/// For the fonts of pages in `language`. Meant is a character of the program's own sentences, else
/// one of its own right: what can be seen before controls, what has no decomposition before what is
/// kept for compatibility, letters before symbols. The GUI thread only.
[[nodiscard]] const std::vector<GlyphText>& glyphTexts(Language language);

/// The entry for a font by its PostScript name ("NotoSansCJKsc-Regular"), or nullptr.
[[nodiscard]] const GlyphText* findGlyphText(const std::vector<GlyphText>& texts,
                                             const QString& postScriptName);

}  // namespace poscope
