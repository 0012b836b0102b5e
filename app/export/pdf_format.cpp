// One page of exactly the size, fonts embedded, text that can be copied, images lossless, the link
// in the XMP metadata.
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <cmath>

#include "app/export/figure_metadata.h"
#include "app/export/pdf_finish.h"
#include "app/export/picture_format.h"
#include "app/plot/style.h"

namespace poscope {
namespace {

constexpr double kPointsPerInch = 72;

// The resolution of the screen's logical pixels, so that fonts set in points have one size on
// every device; coordinates are not rounded to it.
int pdfResolution() {
  return static_cast<int>(std::lround(pixelsPerPoint() * kPointsPerInch));
}

PageOptions pdfPage(PageOptions options, const PageSize& size, const PictureSettings&) {
  options.sizePoints = size.points;
  options.pointsToDevice = pdfResolution() / kPointsPerInch;
  options.vector = true;
  return options;
}

Result<PictureEncoding> paintPdf(const Figure& figure, const PageSize& size, const PictureSettings&,
                                 const PageOptions& options, const PagePaint& paint) {
  const PictureWords text = pictureWords(figure, paint.report, options.language);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(pdfResolution());
  writer.setPageSize(QPageSize(size.points, QPageSize::Point, {}, QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  writer.setTitle(text.title);
  writer.setCreator(text.program);
  writer.setDocumentXmpMetadata(xmpPacket(figure, text));
  POSCOPE_TRY(auto report, paintPage(writer, paint, "pdf"));
  return PictureEncoding([bytes, report, points = size.points, language = options.language,
                          texts = glyphTexts(options.language)]() -> Result<Picture> {
    return finishedPdf(bytes, points, texts, languageRow(language).tag)
        .map([&](QByteArray&& finished) {
          return Picture{std::move(finished), report};
        });
  });
}

bool looksLikePdf(const QByteArray& start) {
  return start.startsWith("%PDF-");
}

Result<std::string> linkOfPdf(QFile& file, const QString& path) {
  return linkOfText(file, path, "pdf", "%%EOF");
}

}  // namespace

PictureFormat pdfFormat() {
  return {"pdf", "application/pdf", true, false, pdfPage, paintPdf, looksLikePdf, linkOfPdf};
}

}  // namespace poscope
