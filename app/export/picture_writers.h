// The bytes of png, svg and pdf pictures of a figure. Each carries the figure's link, and has no
// date: the same figure gives the same bytes.
#pragma once

#include <QByteArray>
#include <QImage>
#include <functional>

#include "app/export/export_size.h"
#include "app/plot/figure_page.h"
#include "core/base/result.h"

namespace poscope {

struct Picture {
  QByteArray bytes;
  PageReport report;
};

/// Paints the page; called once.
using PagePaint = std::function<Result<PageReport>(QPainter& painter)>;
/// What is left to do when the page is painted; owns what it needs, for any thread.
using PictureEncoding = std::function<Result<Picture>()>;

struct PictureWriter {
  /// `options`: theme, language, caption and window; size and scale become those of the kind.
  PageOptions (*page)(PageOptions options, const PageSize& size, double dpi);
  /// With the options of `page`. Errors: those of `paint`; internal when Qt cannot encode.
  Result<PictureEncoding> (*paint)(const Figure& figure, const PageSize& size, double dpi,
                                   const PageOptions& options, const PagePaint& paint);
};

/// Dots per metre, and text chunks: "poscope" holds the link; Title, Description, Software.
[[nodiscard]] PictureWriter pngWriter();
/// Text as paths, size in mm, <title>, <desc>, and the link in <metadata>.
[[nodiscard]] PictureWriter svgWriter();
/// One page of exactly the size, fonts embedded, images lossless, the link in the XMP metadata.
[[nodiscard]] PictureWriter pdfWriter();

/// The picture itself, as a png holds it. `options`: those of pngWriter().page.
struct PaintedImage {
  QImage image;
  PageReport report;
};
[[nodiscard]] Result<PaintedImage> paintImage(const PageSize& size, double dpi,
                                              const PageOptions& options, const PagePaint& paint);

}  // namespace poscope
