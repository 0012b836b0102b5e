// A heat map in a plot: cells as sharp rectangles, never smoothed.
#pragma once

#include <qcustomplot.h>

#include "app/plot/cells.h"
#include "app/plot/style.h"

namespace poscope {

/// How vector devices get the cells.
enum class HeatMode {
  pixels,      ///< One image with a pixel for every device pixel of the screen.
  rectangles,  ///< Runs of equal colour as rectangles.
  image,       ///< One lossless image with a pixel per cell.
};

class HeatPlottable final : public QCPAbstractPlottable {
 public:
  HeatPlottable(QCPAxis* x, QCPAxis* y, const HeatLayer& layer, const PlotStyle& style);

  void setPicture(HeatPicture picture) { picture_ = std::move(picture); }
  [[nodiscard]] const HeatPicture& picture() const { return picture_; }
  /// Shows the picture over the axes' present ranges until the right one comes.
  void stretchPicture();
  void setMode(HeatMode mode) { mode_ = mode; }
  /// On a page: how many device pixels a logical pixel has, and where the plot begins on the page,
  /// so that the cells fall on whole device pixels. On screen the painter knows.
  void setPagePixels(double ratio, const QPointF& origin) {
    pageRatio_ = ratio;
    pageOrigin_ = origin;
  }

  /// What the axes show now needs these cells; `pixelRatio` device pixels per logical pixel.
  /// Nothing when no cell is visible.
  [[nodiscard]] std::optional<HeatRequest> request(double pixelRatio) const;

  double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
  QCPRange getKeyRange(bool& found, QCP::SignDomain = QCP::sdBoth) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain = QCP::sdBoth,
                         const QCPRange& = QCPRange()) const override;

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  [[nodiscard]] QRectF cellArea(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] QPolygonF shadow(const QRectF& run, double length) const;
  void drawPixels(QCPPainter* painter) const;
  void drawImage(QCPPainter* painter) const;
  void drawRectangles(QCPPainter* painter) const;
  void drawValues(QCPPainter* painter) const;

  PlotStyle style_;
  std::shared_ptr<const CellSource> source_;
  Quantity quantity_;
  Reduction reduction_;
  IntegerAxis rows_;
  IntegerAxis columns_;
  bool causal_ = false;
  std::shared_ptr<const ColourMap> map_;
  std::vector<double> rowUnits_;
  HeatPicture picture_;
  HeatMode mode_ = HeatMode::pixels;
  double pageRatio_ = 0;
  QPointF pageOrigin_;
};

/// Equal neighbours of an image as one rectangle: runs along a row, and equal runs of rows below
/// each other.
struct ColourRun {
  QRect cells;
  QRgb colour;
};
/// Stops early when there are more than `most`; the result then has most + 1 entries.
[[nodiscard]] std::vector<ColourRun> colourRuns(const QImage& image, std::size_t most);

/// The same runs, each after all that touch it on the left or above. They cover a picture of `size`
/// without gaps or overlaps.
[[nodiscard]] std::vector<ColourRun> paintingOrder(const std::vector<ColourRun>& runs,
                                                   const QSize& size);

inline constexpr std::size_t kMostRectangles = 20000;

}  // namespace poscope
