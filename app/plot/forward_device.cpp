#include "app/plot/forward_device.h"

#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "app/plot/style.h"

namespace poscope {

class ForwardDevice::Engine final : public QPaintEngine {
 public:
  explicit Engine(QPainter& target)
      : QPaintEngine(QPaintEngine::AllFeatures), target_(target), base_(target.transform()) {}

  bool begin(QPaintDevice*) override {
    target_.save();
    return true;
  }
  bool end() override {
    target_.restore();
    return true;
  }
  Type type() const override { return QPaintEngine::User; }

  void updateState(const QPaintEngineState& next) override {
    const DirtyFlags dirty = next.state();
    if (dirty.testFlag(DirtyClipEnabled) || dirty.testFlag(DirtyClipPath) ||
        dirty.testFlag(DirtyClipRegion)) {
      updateClip(next, dirty);
    }
    if (dirty.testFlag(DirtyTransform)) {
      target_.setTransform(next.transform() * base_);
    }
    if (dirty.testFlag(DirtyPen)) {
      target_.setPen(next.pen());
    }
    if (dirty.testFlag(DirtyBrush)) {
      target_.setBrush(next.brush());
    }
    if (dirty.testFlag(DirtyBrushOrigin)) {
      target_.setBrushOrigin(next.brushOrigin());
    }
    if (dirty.testFlag(DirtyFont)) {
      target_.setFont(next.font());
    }
    if (dirty.testFlag(DirtyOpacity)) {
      target_.setOpacity(next.opacity());
    }
    if (dirty.testFlag(DirtyCompositionMode)) {
      target_.setCompositionMode(next.compositionMode());
    }
    if (dirty.testFlag(DirtyHints)) {
      target_.setRenderHints(unwanted(), false);
      target_.setRenderHints(next.renderHints(), true);
    }
  }

  void drawPath(const QPainterPath& path) override { target_.drawPath(path); }
  void drawRects(const QRectF* rects, int count) override { target_.drawRects(rects, count); }
  void drawRects(const QRect* rects, int count) override { target_.drawRects(rects, count); }
  void drawLines(const QLineF* lines, int count) override { target_.drawLines(lines, count); }
  void drawLines(const QLine* lines, int count) override { target_.drawLines(lines, count); }
  void drawEllipse(const QRectF& area) override { target_.drawEllipse(area); }
  void drawEllipse(const QRect& area) override { target_.drawEllipse(area); }
  void drawPoints(const QPointF* points, int count) override { target_.drawPoints(points, count); }
  void drawPoints(const QPoint* points, int count) override { target_.drawPoints(points, count); }
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    if (mode == PolylineMode) {
      target_.drawPolyline(points, count);
    } else if (mode == ConvexMode) {
      target_.drawConvexPolygon(points, count);
    } else {
      target_.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    }
  }
  void drawPixmap(const QRectF& area, const QPixmap& pixmap, const QRectF& source) override {
    target_.drawPixmap(area, pixmap, source);
  }
  void drawImage(const QRectF& area, const QImage& image, const QRectF& source,
                 Qt::ImageConversionFlags flags) override {
    target_.drawImage(area, image, source, flags);
  }
  void drawTextItem(const QPointF& place, const QTextItem& item) override {
    target_.drawTextItem(place, item);
  }

 private:
  // The page decides how its images are stored: what draws on it knows nothing of that.
  [[nodiscard]] QPainter::RenderHints unwanted() const {
    QPainter::RenderHints hints = target_.renderHints();
    return hints.setFlag(QPainter::LosslessImageRendering, false);
  }

  // Every change starts over from the clip that the page had, so that nothing is drawn outside of
  // it.
  void updateClip(const QPaintEngineState& next, DirtyFlags dirty) {
    QPainterPath path;
    if (dirty.testFlag(DirtyClipPath)) {
      path = next.clipPath();
    } else if (dirty.testFlag(DirtyClipRegion)) {
      path.addRegion(next.clipRegion());
    }
    if (dirty.testFlag(DirtyClipPath) || dirty.testFlag(DirtyClipRegion)) {
      const QPainterPath mapped = next.transform().map(path);
      const bool narrows = next.clipOperation() == Qt::IntersectClip && !clip_.isEmpty();
      clip_ = next.clipOperation() == Qt::NoClip ? QPainterPath()
                                                 : (narrows ? clip_.intersected(mapped) : mapped);
    }
    // Saving and restoring is the only way back to the page's own clip.
    target_.restore();
    target_.save();
    if (!clip_.isEmpty() && next.isClipEnabled()) {
      target_.setTransform(base_);
      target_.setClipPath(clip_, Qt::IntersectClip);
    }
    target_.setTransform(next.transform() * base_);
    target_.setPen(next.pen());
    target_.setBrush(next.brush());
    target_.setBrushOrigin(next.brushOrigin());
    target_.setFont(next.font());
    target_.setOpacity(next.opacity());
    target_.setRenderHints(unwanted(), false);
    target_.setRenderHints(next.renderHints(), true);
  }

  QPainter& target_;
  QTransform base_;
  QPainterPath clip_;
};

ForwardDevice::ForwardDevice(QPainter& target, const QSize& size)
    : size_(size), engine_(std::make_unique<Engine>(target)) {}

ForwardDevice::~ForwardDevice() = default;

QPaintEngine* ForwardDevice::paintEngine() const {
  return engine_.get();
}

int ForwardDevice::metric(PaintDeviceMetric metric) const {
  const double dotsPerInch = pixelsPerPoint() * 72;
  switch (metric) {
    case PdmWidth:
      return size_.width();
    case PdmHeight:
      return size_.height();
    case PdmWidthMM:
      return static_cast<int>(std::lround(size_.width() / dotsPerInch * 25.4));
    case PdmHeightMM:
      return static_cast<int>(std::lround(size_.height() / dotsPerInch * 25.4));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
      return static_cast<int>(std::lround(dotsPerInch));
    case PdmNumColors:
      return std::numeric_limits<int>::max();
    case PdmDepth:
      return 32;
    case PdmDevicePixelRatio:
      return 1;
    case PdmDevicePixelRatioScaled:
      return static_cast<int>(devicePixelRatioFScale());
    default:
      // Qt 6.8 asks for the ratio in two halves, which the base makes of the one above.
      return QPaintDevice::metric(metric);
  }
}

}  // namespace poscope
