// Dots per metre, and text chunks: "poscope" holds the link; Title, Description, Software.
#include <QBuffer>
#include <QImageReader>
#include <QImageWriter>

#include "app/export/figure_metadata.h"
#include "app/export/picture_format.h"

namespace poscope {
namespace {

constexpr double kPointsPerInch = 72;

Result<Picture> encodedPng(const PaintedImage& painted, const QString& link,
                           const PictureWords& words) {
  Picture picture;
  picture.report = painted.report;
  QBuffer buffer(&picture.bytes);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  writer.setText(QString::fromLatin1(kLinkKey), link);
  writer.setText(QStringLiteral("Title"), words.title);
  writer.setText(QStringLiteral("Description"), words.description);
  writer.setText(QStringLiteral("Software"), words.program);
  if (!writer.write(painted.image)) {
    return encodingError("png", writer.errorString());
  }
  return picture;
}

PageOptions pngPage(PageOptions options, const PageSize& size, const PictureSettings& settings) {
  options.sizePoints = QSizeF(size.pixels) * (kPointsPerInch / settings.dpi);
  options.pointsToDevice = settings.dpi / kPointsPerInch;
  options.vector = false;
  return options;
}

Result<PictureEncoding> paintPng(const Figure& figure, const PageSize& size,
                                 const PictureSettings& settings, const PageOptions& options,
                                 const PagePaint& paint) {
  POSCOPE_TRY(auto painted, paintImage(size, settings.dpi, options, paint));
  return PictureEncoding([link = QString::fromStdString(figure.source.link),
                          words = pictureWords(figure, paint.report, options.language),
                          kept = std::move(painted)] { return encodedPng(kept, link, words); });
}

bool looksLikePng(const QByteArray& start) {
  return start.startsWith("\x89PNG\r\n\x1a\n");
}

// Reads the header only; libpng caps its chunks.
Result<std::string> linkOfPng(QFile& file, const QString& path) {
  QImageReader reader(&file, "png");
  if (!reader.size().isValid()) {
    return fileError({"export.link.damaged", {{"path", path.toStdString()}, {"kind", "png"}}});
  }
  return checkedLink(reader.text(QString::fromLatin1(kLinkKey)).toLatin1(), path);
}

}  // namespace

PictureFormat pngFormat() {
  return {"png", "image/png", false, false, pngPage, paintPng, looksLikePng, linkOfPng};
}

}  // namespace poscope
