// A paint device that writes SVG. Beside QSvgGenerator it clips, turns text into paths (so no font
// is needed where the file is shown) unless real text is asked for, keeps images cell by cell, and
// writes plain page coordinates: short, and the same every time.
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>
#include <memory>

#include "app/export/picture_format.h"

namespace poscope {

class SvgPaintEngine;

/// What the file says about itself.
struct SvgHeader {
  QSizeF points;       ///< Page size; the view box.
  QSizeF millimetres;  ///< The same, as width and height.
  QString title;
  QString description;
  QByteArray metadata;       ///< XML that goes into <metadata>.
  QByteArray language = {};  ///< BCP 47; empty for none.
};

/// Paint on it with one QPainter in device units of 1/kSvgUnitsPerPoint points. Brushes are plain
/// colours or the line patterns of Qt; other brushes are drawn in the brush's colour.
class SvgDevice final : public QPaintDevice {
 public:
  explicit SvgDevice(const QSizeF& points, TextForm text = TextForm::outlines);
  ~SvgDevice() override;

  /// The file; after the painter has ended.
  [[nodiscard]] QByteArray file(const SvgHeader& header) const;

  [[nodiscard]] QPaintEngine* paintEngine() const override;

 protected:
  [[nodiscard]] int metric(PaintDeviceMetric metric) const override;

 private:
  QSizeF points_;
  std::unique_ptr<SvgPaintEngine> engine_;
};

/// Text is laid out at this many units per point: fine enough that its advances are not rounded.
inline constexpr int kSvgUnitsPerPoint = 16;

}  // namespace poscope
