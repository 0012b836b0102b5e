#include "app/export/pdf_finish.h"

#include <exception>
#include <string>

#include "app/export/pdf_rewrite.h"
#include "app/export/picture_format.h"

namespace poscope {

Result<QByteArray> finishedPdf(const QByteArray& pdf, const QSizeF& points,
                               const std::vector<GlyphText>& texts, std::string_view tag) {
  const auto meantOf = [&texts](const QString& font) {
    const GlyphText* const text = findGlyphText(texts, font);
    return text == nullptr ? nullptr : &text->meant;
  };
  try {
    return rewrittenPdf(pdf, points, meantOf, std::string(tag));
  } catch (const std::exception& error) {  // How libqpdf reports.
    return encodingError("pdf", QString::fromUtf8(error.what()));
  }
}

}  // namespace poscope
