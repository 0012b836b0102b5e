#include "app/export/picture_writers.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <cmath>

#include "app/export/figure_metadata.h"
#include "app/export/svg_device.h"
#include "app/plot/style.h"

namespace poscope {
namespace {

constexpr double kPointsPerInch = 72;

QString words(const Text& text, Language language) {
  return QString::fromStdString(renderPlain(text, language));
}

QString program(const Figure& figure, Language language) {
  return words({"export.label", {{"version", figure.source.version}}}, language);
}

QString description(const Finding& finding, Language language) {
  return words(finding.question, language) + QLatin1Char('\n') +
         words(finding.explanation, language);
}

tl::unexpected<Error> encodingError(const char* ending, const QString& reason) {
  return internalError(
      {"export.encode.failed", {{"ending", ending}, {"reason", reason.toStdString()}}});
}

Result<PageReport> paintPage(QPaintDevice& device, const PagePaint& paint, const char* ending) {
  QPainter painter;
  if (!painter.begin(&device)) {
    return encodingError(ending, QStringLiteral("QPainter"));
  }
  painter.setRenderHint(QPainter::LosslessImageRendering);
  return paint(painter);
}

/// What a png says in words.
struct PngTexts {
  QString link;
  QString title;
  QString description;
  QString program;
};

Result<Picture> encodedPng(const PaintedImage& painted, const PngTexts& texts) {
  Picture picture;
  picture.report = painted.report;
  QBuffer buffer(&picture.bytes);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  writer.setText(QString::fromLatin1(kLinkKey), texts.link);
  writer.setText(QStringLiteral("Title"), texts.title);
  writer.setText(QStringLiteral("Description"), texts.description);
  writer.setText(QStringLiteral("Software"), texts.program);
  if (!writer.write(painted.image)) {
    return encodingError("png", writer.errorString());
  }
  return picture;
}

PageOptions pngPage(PageOptions options, const PageSize& size, double dpi) {
  options.sizePoints = QSizeF(size.pixels) * (kPointsPerInch / dpi);
  options.pointsToDevice = dpi / kPointsPerInch;
  options.vector = false;
  return options;
}

Result<PictureEncoding> paintPng(const Figure& figure, const PageSize& size, double dpi,
                                 const PageOptions& options, const PagePaint& paint) {
  auto painted = paintImage(size, dpi, options, paint);
  if (!painted) {
    return tl::unexpected<Error>(painted.error());
  }
  const PngTexts texts{
      QString::fromStdString(figure.source.link), words(figure.finding.sentence, options.language),
      description(figure.finding, options.language), program(figure, options.language)};
  return PictureEncoding([texts, kept = std::move(*painted)] { return encodedPng(kept, texts); });
}

PageOptions svgPage(PageOptions options, const PageSize& size, double /*dpi*/) {
  options.sizePoints = size.points;
  options.pointsToDevice = kSvgUnitsPerPoint;
  options.vector = true;
  return options;
}

Result<PictureEncoding> paintSvg(const Figure& figure, const PageSize& size, double /*dpi*/,
                                 const PageOptions& options, const PagePaint& paint) {
  SvgDevice device(size.points);
  auto report = paintPage(device, paint, "svg");
  if (!report) {
    return tl::unexpected<Error>(report.error());
  }
  Picture picture{
      device.file({size.points, size.millimetres, words(figure.finding.sentence, options.language),
                   description(figure.finding, options.language), linkElement(figure.source.link)}),
      *report};
  return PictureEncoding([kept = std::move(picture)]() -> Result<Picture> { return kept; });
}

// Qt rounds the page to whole points and writes the time. The media box is set to the exact size
// (the page's origin is its top left corner, so the lower edge moves), and the date is blanked:
// both without moving a byte.
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
  const qsizetype date = pdf.indexOf("/CreationDate (");
  const qsizetype dateEnd = pdf.indexOf(')', date);
  if (date >= 0 && dateEnd >= 0) {
    pdf.replace(date, dateEnd + 1 - date, QByteArray(dateEnd + 1 - date, ' '));
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
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(pdfResolution());
  writer.setPageSize(QPageSize(size.points, QPageSize::Point, {}, QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  writer.setTitle(words(figure.finding.sentence, options.language));
  writer.setCreator(program(figure, options.language));
  writer.setDocumentXmpMetadata(xmpPacket(figure, options.language));
  auto report = paintPage(writer, paint, "pdf");
  if (!report) {
    return tl::unexpected<Error>(report.error());
  }
  makeExact(bytes, size.points);
  return PictureEncoding(
      [kept = Picture{std::move(bytes), *report}]() -> Result<Picture> { return kept; });
}

}  // namespace

PictureWriter pngWriter() {
  return {pngPage, paintPng};
}

PictureWriter svgWriter() {
  return {svgPage, paintSvg};
}

PictureWriter pdfWriter() {
  return {pdfPage, paintPdf};
}

Result<PaintedImage> paintImage(const PageSize& size, double dpi, const PageOptions& options,
                                const PagePaint& paint) {
  QImage image(size.pixels, QImage::Format_RGB32);
  if (image.isNull()) {
    return encodingError("png", QImageReader::tr("Out of memory"));
  }
  image.fill(theme(options.theme).surface);
  auto report = paintPage(image, paint, "png");
  if (!report) {
    return tl::unexpected<Error>(report.error());
  }
  const int dotsPerMetre = static_cast<int>(std::lround(dpi / 0.0254));
  image.setDotsPerMeterX(dotsPerMetre);
  image.setDotsPerMeterY(dotsPerMetre);
  return PaintedImage{std::move(image), *report};
}

}  // namespace poscope
