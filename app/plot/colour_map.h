// Numbers to colours: a table of 1024 entries per theme and map, and colours for what is no number.
#pragma once

#include <QImage>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "app/plot/theme.h"
#include "core/figure/figure.h"

namespace poscope {

/// NaN where the value was lost: no colour, but a mark that painting turns into a hatch.
inline constexpr QRgb kLostMark = 0x00000000;

/// Stands for a cell that does not exist (right of the diagonal of a causal layer). It takes the
/// window's background, a shade off the card.
inline constexpr std::uint32_t kOutsideBits = 0x7FC0CA5A;
[[nodiscard]] inline bool isOutside(float value) {
  return std::bit_cast<std::uint32_t>(value) == kOutsideBits;
}

/// Looks a number up. Immutable after construction.
class ColourMap {
 public:
  static constexpr std::size_t kEntries = 1024;

  ColourMap() = default;
  ColourMap(const ColourScale& scale, ThemeKind kind);

  /// Opaque, or kLostMark. Numbers beyond the limits take the end's colour.
  [[nodiscard]] QRgb colour(float value) const {
    const float place = ((logarithmic_ ? std::log2(value) : value) - low_) * perUnit_;
    if (place >= 0.0F && place < static_cast<float>(kEntries)) {
      return table_[static_cast<std::size_t>(place)];
    }
    return special(value);
  }
  /// The entry at `part` of the way from low (0) to high (1).
  [[nodiscard]] QRgb entry(double part) const;

  /// One pixel per cell, Format_ARGB32_Premultiplied. `values` holds rows * columns numbers, row by
  /// row.
  [[nodiscard]] QImage image(std::span<const float> values, int rows, int columns) const;

 private:
  [[nodiscard]] QRgb special(float value) const;

  std::array<QRgb, kEntries> table_{};
  bool logarithmic_ = false;
  float lowest_ = 0;  ///< The low limit itself; `low_` is its logarithm on a logarithmic scale.
  float low_ = 0;
  float perUnit_ = 1;
  QRgb positiveInfinity_ = 0;
  QRgb negativeInfinity_ = 0;
  QRgb outside_ = 0;
  QRgb zero_ = 0;  ///< Of a logarithmic scale.
};

/// Replaces every lost mark by a hatch; `pixel` is the size of one hatch step in image pixels.
void paintHatch(QImage& image, const Theme& theme, int pixel);

/// Black or white, whichever is easier to read on `background`.
[[nodiscard]] QColor inkOn(QRgb background);

/// WCAG contrast of two colours, 1 to 21.
[[nodiscard]] double contrast(const QColor& one, const QColor& other);

}  // namespace poscope
