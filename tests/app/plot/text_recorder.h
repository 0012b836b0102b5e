// A paint device that keeps what is written on it, and paints nothing.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <cmath>
#include <memory>
#include <vector>

#include "app/plot/style.h"

namespace poscope::test {

/// Words as they were drawn in one piece.
struct DrawnText {
  QString words;
  double points = 0;  ///< Of the font, on a page of one device unit per point.
  QPointF baseline;   ///< Where they begin, in device units.
};

class TextRecorder final : public QPaintDevice {
 public:
  /// `unitsPerPoint`: PageOptions::pointsToDevice of what is painted.
  TextRecorder(const QSize& size, double unitsPerPoint)
      : size_(size), engine_(std::make_unique<Engine>(unitsPerPoint)) {}

  [[nodiscard]] const std::vector<DrawnText>& texts() const { return engine_->texts; }

  QPaintEngine* paintEngine() const override { return engine_.get(); }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth:
        return size_.width();
      case PdmHeight:
        return size_.height();
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY:
        return qRound(pixelsPerPoint() * 72);
      case PdmDevicePixelRatio:
        return 1;
      case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
      default:
        return 0;
    }
  }

 private:
  class Engine final : public QPaintEngine {
   public:
    explicit Engine(double unitsPerPoint)
        : QPaintEngine(QPaintEngine::AllFeatures), unitsPerPoint_(unitsPerPoint) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
      const QTransform transform = painter()->combinedTransform();
      const QFont font = item.font();
      const double pixels =
          font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * pixelsPerPoint();
      const double scale = std::sqrt(std::abs(transform.determinant()));
      texts.push_back({item.text(), pixels * scale / unitsPerPoint_, transform.map(at)});
    }
    Type type() const override { return User; }

    std::vector<DrawnText> texts;

   private:
    double unitsPerPoint_;
  };

  QSize size_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace poscope::test
