#include "app/export/picture_writers.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QUuid>
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

Result<PageReport> paintPage(QPaintDevice& device, const Figure& figure, const PageOptions& options,
                             const std::stop_token& stop, const char* ending) {
  QPainter painter;
  if (!painter.begin(&device)) {
    return encodingError(ending, QStringLiteral("QPainter"));
  }
  painter.setRenderHint(QPainter::LosslessImageRendering);
  return paintFigure(painter, figure, options, stop);
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

}  // namespace

Result<PaintedImage> paintImage(const Figure& figure, const PageSize& size, double dpi,
                                PageOptions options, const std::stop_token& stop) {
  QImage image(size.pixels, QImage::Format_RGB32);
  if (image.isNull()) {
    return encodingError("png", QImageReader::tr("Out of memory"));
  }
  image.fill(theme(options.theme).surface);
  options.sizePoints = QSizeF(size.pixels) * (kPointsPerInch / dpi);
  options.pointsToDevice = dpi / kPointsPerInch;
  options.vector = false;
  auto report = paintPage(image, figure, options, stop, "png");
  if (!report) {
    return tl::unexpected<Error>(report.error());
  }
  const int dotsPerMetre = static_cast<int>(std::lround(dpi / 0.0254));
  image.setDotsPerMeterX(dotsPerMetre);
  image.setDotsPerMeterY(dotsPerMetre);
  return PaintedImage{std::move(image), *report};
}

Result<Picture> pngPicture(const Figure& figure, const PageSize& size, double dpi,
                           PageOptions options, const std::stop_token& stop) {
  auto painted = paintImage(figure, size, dpi, options, stop);
  if (!painted) {
    return tl::unexpected<Error>(painted.error());
  }
  Picture picture;
  picture.report = painted->report;
  QBuffer buffer(&picture.bytes);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  writer.setText(QString::fromLatin1(kLinkKey), QString::fromStdString(figure.source.link));
  writer.setText(QStringLiteral("Title"), words(figure.finding.sentence, options.language));
  writer.setText(QStringLiteral("Description"), description(figure.finding, options.language));
  writer.setText(QStringLiteral("Software"), program(figure, options.language));
  if (!writer.write(painted->image)) {
    return encodingError("png", writer.errorString());
  }
  return picture;
}

Result<Picture> svgPicture(const Figure& figure, const PageSize& size, double /*dpi*/,
                           PageOptions options, const std::stop_token& stop) {
  options.sizePoints = size.points;
  options.pointsToDevice = kSvgUnitsPerPoint;
  options.vector = true;
  SvgDevice device(size.points);
  auto report = paintPage(device, figure, options, stop, "svg");
  if (!report) {
    return tl::unexpected<Error>(report.error());
  }
  return Picture{
      device.file({size.points, size.millimetres, words(figure.finding.sentence, options.language),
                   description(figure.finding, options.language), linkElement(figure.source.link)}),
      *report};
}

Result<Picture> pdfPicture(const Figure& figure, const PageSize& size, double /*dpi*/,
                           PageOptions options, const std::stop_token& stop) {
  options.sizePoints = size.points;
  // The resolution of the screen's logical pixels, so that fonts set in points have one size on
  // every device; coordinates are not rounded to it.
  const int resolution = static_cast<int>(std::lround(pixelsPerPoint() * kPointsPerInch));
  options.pointsToDevice = resolution / kPointsPerInch;
  options.vector = true;
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(resolution);
  writer.setPageSize(QPageSize(size.points, QPageSize::Point, {}, QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  writer.setTitle(words(figure.finding.sentence, options.language));
  writer.setCreator(program(figure, options.language));
  const QByteArray packet = xmpPacket(figure, options.language);
  writer.setDocumentXmpMetadata(packet);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
  // Else Qt makes up another identity for each file.
  writer.setDocumentId(QUuid::createUuidV5(QUuid(), packet));
#endif
  auto report = paintPage(writer, figure, options, stop, "pdf");
  if (!report) {
    return tl::unexpected<Error>(report.error());
  }
  makeExact(bytes, size.points);
  return Picture{std::move(bytes), *report};
}

}  // namespace poscope
