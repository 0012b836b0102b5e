#include "app/export/picture_format.h"

#include <QImageReader>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

// The formats in the order in which they are offered; a new one is one line here. Each is the
// function <ending>Format() of its file.
#define POSCOPE_PICTURE_FORMATS(FORMAT) \
  FORMAT(png)                           \
  FORMAT(svg)                           \
  FORMAT(pdf)

namespace poscope {

#define POSCOPE_DECLARE_FORMAT(ending) PictureFormat ending##Format();
POSCOPE_PICTURE_FORMATS(POSCOPE_DECLARE_FORMAT)

std::span<const PictureFormat> pictureFormats() {
#define POSCOPE_BUILD_FORMAT(ending) ending##Format(),
  static const std::vector<PictureFormat> kFormats{POSCOPE_PICTURE_FORMATS(POSCOPE_BUILD_FORMAT)};
  return kFormats;
}

const PictureFormat* findPictureFormat(std::string_view ending) {
  for (const PictureFormat& format : pictureFormats()) {
    if (format.ending == ending) {
      return &format;
    }
  }
  return nullptr;
}

std::span<const std::string_view> textFormNames() {
  static constexpr std::array<std::string_view, 2> kNames{"outlines", "text"};
  return kNames;
}

std::optional<TextForm> findTextForm(std::string_view name) {
  const auto names = textFormNames();
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::nullopt
                              : std::optional(static_cast<TextForm>(found - names.begin()));
}

PictureWords pictureWords(const Figure& figure, const PageReport& report, Language language) {
  const auto words = [language](const Text& text) {
    return QString::fromStdString(renderPlain(text, language));
  };
  QString description =
      words(figure.finding.question) + QLatin1Char('\n') + words(figure.finding.explanation);
  for (const Text& notice : imageNotices(report)) {
    description += QLatin1Char('\n') + words(notice);
  }
  return {words(figure.finding.sentence), description,
          words({"export.label", {{"version", figure.source.version}}})};
}

std::vector<Text> imageNotices(const PageReport& report) {
  std::vector<Text> notices;
  for (const QSize& pixels : report.images) {
    notices.push_back(
        {"export.notice.image", {{"columns", pixels.width()}, {"rows", pixels.height()}}});
  }
  return notices;
}

std::vector<Text> pageNotices(const PageReport& report) {
  std::vector<Text> notices = imageNotices(report);
  if (!report.leftOut.empty()) {
    Text things = report.leftOut.front();
    for (std::size_t k = 1; k < report.leftOut.size(); ++k) {
      things = {"export.notice.list", {{"before", things}, {"next", report.leftOut[k]}}};
    }
    notices.push_back({"export.notice.left-out", {{"things", things}}});
  }
  return notices;
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
  paint.draw(painter);
  return paint.report;
}

Result<PaintedImage> paintImage(const PageSize& size, double dpi, const PageOptions& options,
                                const PagePaint& paint) {
  QImage image(size.pixels, QImage::Format_RGB32);
  if (image.isNull()) {
    return encodingError("png", QImageReader::tr("Out of memory"));
  }
  image.fill(theme(options.theme).surface);
  POSCOPE_TRY(auto report, paintPage(image, paint, "png"));
  const int dotsPerMetre = static_cast<int>(std::lround(dpi / 0.0254));
  image.setDotsPerMeterX(dotsPerMetre);
  image.setDotsPerMeterY(dotsPerMetre);
  return PaintedImage{std::move(image), report};
}

}  // namespace poscope
