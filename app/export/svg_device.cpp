#include "app/export/svg_device.h"

#include <cmath>

#include "app/export/svg_engine.h"
#include "app/plot/style.h"

namespace poscope {
namespace {

QByteArray attribute(double value) {
  return QByteArray::number(value, 'f', 4);
}

}  // namespace

SvgDevice::SvgDevice(const QSizeF& points, TextForm text)
    : points_(points),
      engine_(std::make_unique<SvgPaintEngine>(
          points, QTransform::fromScale(1.0 / kSvgUnitsPerPoint, 1.0 / kSvgUnitsPerPoint), text)) {}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const {
  return engine_.get();
}

int SvgDevice::metric(PaintDeviceMetric metric) const {
  const auto units = [](double points) {
    return static_cast<int>(std::ceil(points * kSvgUnitsPerPoint));
  };
  switch (metric) {
    case PdmWidth:
      return units(points_.width());
    case PdmHeight:
      return units(points_.height());
    case PdmWidthMM:
      return static_cast<int>(std::lround(points_.width() * 25.4 / 72));
    case PdmHeightMM:
      return static_cast<int>(std::lround(points_.height() * 25.4 / 72));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
      // As on the screen, so that fonts set in points have one size on every device.
      return static_cast<int>(std::lround(pixelsPerPoint() * 72));
    case PdmNumColors:
      return 1 << 24;
    case PdmDepth:
      return 24;
    case PdmDevicePixelRatio:
      return 1;
    case PdmDevicePixelRatioScaled:
      return static_cast<int>(devicePixelRatioFScale());
    default:
      // Qt 6.8 asks for the ratio in two halves, which the base makes of the one above.
      return QPaintDevice::metric(metric);
  }
}

QByteArray SvgDevice::file(const SvgHeader& header) const {
  QByteArray file = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg width=\"" +
                    attribute(header.millimetres.width()) + "mm\" height=\"" +
                    attribute(header.millimetres.height()) + "mm\" viewBox=\"0 0 " +
                    attribute(header.points.width()) + ' ' + attribute(header.points.height()) +
                    "\" xmlns=\"http://www.w3.org/2000/svg\" "
                    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\"" +
                    (header.language.isEmpty() ? "" : " xml:lang=\"" + header.language + '"') +
                    ">\n<title>" + header.title.toHtmlEscaped().toUtf8() + "</title>\n<desc>" +
                    header.description.toHtmlEscaped().toUtf8() + "</desc>\n<metadata>" +
                    header.metadata + "</metadata>\n";
  if (!engine_->definitions().isEmpty()) {
    file += "<defs>\n" + engine_->definitions() + "</defs>\n";
  }
  return file + engine_->body() + "</svg>\n";
}

}  // namespace poscope
