// Sizes of exported pictures: how people write them, what venues ask for, and what they come to in
// points and pixels.
#pragma once

#include <QSize>
#include <QSizeF>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/suggestion.h"

namespace poscope {

inline constexpr double kLowestDpi = 72;
inline constexpr double kHighestDpi = 2400;
inline constexpr double kStandardDpi = 300;

/// At most one of the two is set; none is the standard page of 480 x 300 points.
struct ExportSize {
  std::optional<QSizeF> millimetres;
  std::optional<QSize> pixels;
  friend bool operator==(const ExportSize&, const ExportSize&) = default;
};

/// A venue's figure width with a height in the proportion 8:5 (one column: 5:4), or a slide.
struct Paper {
  std::string_view name;
  ExportSize size;
};

/// neurips, neurips-half, iclr, icml, icml-wide, acl, acl-wide, ieee, ieee-wide, nature,
/// nature-wide, slide, slide-4k.
[[nodiscard]] std::span<const Paper> papers();

/// Their names.
[[nodiscard]] Names paperNames();

/// Usage error with the names that exist.
[[nodiscard]] Result<ExportSize> paperSize(std::string_view name);

/// "84mmx60mm", "8.4cmx6cm", "5.5inx3in", "396ptx216pt", "1600x900" or "1600pxx900px" (pixels).
/// Usage error otherwise, with the size that was probably meant; also for a few pixels without
/// their unit, which are a page's millimetres.
[[nodiscard]] Result<ExportSize> parseSize(std::string_view text);

/// What a size comes to.
struct PageSize {
  QSizeF points;       ///< 1/72 inch; exact for millimetres.
  QSizeF millimetres;  ///< The same.
  QSize pixels;        ///< At the dots per inch, rounded to whole pixels.
};

/// Usage error when `dpi` is outside kLowestDpi..kHighestDpi, or the page has a side under 16
/// pixels or is too large.
[[nodiscard]] Result<PageSize> resolveSize(const ExportSize& size, double dpi);

}  // namespace poscope
