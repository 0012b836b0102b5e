// One page of exactly the size, fonts embedded, images lossless, the link in the XMP metadata.
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QUuid>
#include <cmath>

#include "app/export/figure_metadata.h"
#include "app/export/picture_format.h"
#include "app/plot/style.h"

namespace poscope {
namespace {

constexpr double kPointsPerInch = 72;

// Qt rounds the page to whole points and writes the time. The media box is set to the exact size
// (the page's origin is its top left corner, so the lower edge moves), and the dates are blanked:
// all without moving a byte.
void makeExact(QByteArray& pdf, const QSizeF& points) {
  const qsizetype box = pdf.indexOf("/MediaBox [");
  const qsizetype boxEnd = pdf.indexOf(']', box);
  const QList<QByteArray> corners = pdf.mid(box + 11, boxEnd - box - 11).split(' ');
  if (box >= 0 && boxEnd >= 0 && corners.size() == 4) {
    const double top = corners[3].toDouble();
    const QByteArray exact = "0 " + QByteArray::number(top - points.height(), 'f', 4) + ' ' +
                             QByteArray::number(points.width(), 'f', 4) + ' ' +
                             QByteArray::number(top, 'g', 6);
    const qsizetype room = boxEnd - box - 11;
    if (exact.size() <= room) {
      pdf.replace(box + 11, room, exact.leftJustified(room, ' '));
    }
  }
  // Qt 6.8 writes the second of them as well.
  for (const char* const name : {"/CreationDate (", "/ModDate ("}) {
    const qsizetype date = pdf.indexOf(name);
    const qsizetype end = pdf.indexOf(')', date);
    if (date >= 0 && end >= 0) {
      pdf.replace(date, end + 1 - date, QByteArray(end + 1 - date, ' '));
    }
  }
}

// The resolution of the screen's logical pixels, so that fonts set in points have one size on
// every device; coordinates are not rounded to it.
int pdfResolution() {
  return static_cast<int>(std::lround(pixelsPerPoint() * kPointsPerInch));
}

PageOptions pdfPage(PageOptions options, const PageSize& size, double /*dpi*/) {
  options.sizePoints = size.points;
  options.pointsToDevice = pdfResolution() / kPointsPerInch;
  options.vector = true;
  return options;
}

Result<PictureEncoding> paintPdf(const Figure& figure, const PageSize& size, double /*dpi*/,
                                 const PageOptions& options, const PagePaint& paint) {
  const PictureWords text = pictureWords(figure, options.language);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(pdfResolution());
  writer.setPageSize(QPageSize(size.points, QPageSize::Point, {}, QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  writer.setTitle(text.title);
  writer.setCreator(text.program);
  const QByteArray packet = xmpPacket(figure, options.language);
  writer.setDocumentXmpMetadata(packet);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
  // Else Qt makes up another identity for each file.
  writer.setDocumentId(QUuid::createUuidV5(QUuid(), packet));
#endif
  POSCOPE_TRY(auto report, paintPage(writer, paint, "pdf"));
  makeExact(bytes, size.points);
  return PictureEncoding(
      [kept = Picture{std::move(bytes), report}]() -> Result<Picture> { return kept; });
}

bool looksLikePdf(const QByteArray& start) {
  return start.startsWith("%PDF-");
}

Result<std::string> linkOfPdf(QFile& file, const QString& path) {
  return linkOfText(file, path, "pdf", "%%EOF");
}

}  // namespace

PictureFormat pdfFormat() {
  return {"pdf", true, pdfPage, paintPdf, looksLikePdf, linkOfPdf};
}

}  // namespace poscope
