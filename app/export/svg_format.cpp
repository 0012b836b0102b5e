// Text as paths or as text, size in mm, <title>, <desc>, and the link in <metadata>.

#include "app/export/figure_metadata.h"
#include "app/export/picture_format.h"
#include "app/export/svg_device.h"

namespace poscope {
namespace {

PageOptions svgPage(PageOptions options, const PageSize& size, const PictureSettings&) {
  options.sizePoints = size.points;
  options.pointsToDevice = kSvgUnitsPerPoint;
  options.vector = true;
  return options;
}

Result<PictureEncoding> paintSvg(const Figure& figure, const PageSize& size,
                                 const PictureSettings& settings, const PageOptions& options,
                                 const PagePaint& paint) {
  const PictureWords text = pictureWords(figure, paint.report, options.language);
  SvgDevice device(size.points, settings.text);
  POSCOPE_TRY(auto report, paintPage(device, paint, "svg"));
  const std::string_view language = languageRow(options.language).tag;
  const QByteArray tag(language.data(), static_cast<qsizetype>(language.size()));
  Picture picture{device.file({size.points, size.millimetres, text.title, text.description,
                               linkElement(figure.source.link), tag}),
                  report};
  return PictureEncoding([kept = std::move(picture)]() -> Result<Picture> { return kept; });
}

bool looksLikeSvg(const QByteArray& start) {
  return start.trimmed().startsWith('<') && start.contains("<svg");
}

Result<std::string> linkOfSvg(QFile& file, const QString& path) {
  return linkOfText(file, path, "svg", "</svg>");
}

}  // namespace

PictureFormat svgFormat() {
  return {"svg", "image/svg+xml", true, true, svgPage, paintSvg, looksLikeSvg, linkOfSvg, true};
}

}  // namespace poscope
