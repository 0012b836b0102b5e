// Puts right what Qt's PDF writer leaves: whole points, the time, and glyphs that are read as other
// characters. See docs/decisions/0024-text-of-pdfs.md.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <string_view>
#include <vector>

#include "app/export/glyph_text.h"
#include "core/base/result.h"

namespace poscope {

/// The PDF of QPdfWriter with one page of exactly `points`, whose upper left corner stays where it
/// is; without dates; with an identity that follows from its content, so that the same page gives
/// the same bytes; its fonts named as subsets ("ABCDEF+Inter-Regular"), their glyphs read as
/// `texts` says; its language named by `tag` (BCP 47), for programs that read it aloud. The XMP
/// packet stays as it is, uncompressed. Any thread. Errors: internal when the bytes are no PDF.
[[nodiscard]] Result<QByteArray> finishedPdf(const QByteArray& pdf, const QSizeF& points,
                                             const std::vector<GlyphText>& texts,
                                             std::string_view tag);

}  // namespace poscope
