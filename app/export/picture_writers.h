// The bytes of png, svg and pdf pictures of a figure. Each carries the figure's link, and has no
// date: the same figure gives the same bytes.
#pragma once

#include <QByteArray>
#include <QImage>
#include <stop_token>

#include "app/export/export_size.h"
#include "app/plot/figure_page.h"
#include "core/base/result.h"

namespace poscope {

struct Picture {
  QByteArray bytes;
  PageReport report;
};

/// `options`: theme, language, caption and window; size and scale are set by the writer from `size`
/// and `dpi`. Errors: as paintFigure; internal when Qt cannot encode.
using PictureWriter = Result<Picture> (*)(const Figure& figure, const PageSize& size, double dpi,
                                          PageOptions options, const std::stop_token& stop);

/// Dots per metre, and text chunks: "poscope" holds the link; Title, Description, Software.
[[nodiscard]] Result<Picture> pngPicture(const Figure& figure, const PageSize& size, double dpi,
                                         PageOptions options, const std::stop_token& stop);
/// Text as paths, size in mm, <title>, <desc>, and the link in <metadata>.
[[nodiscard]] Result<Picture> svgPicture(const Figure& figure, const PageSize& size, double dpi,
                                         PageOptions options, const std::stop_token& stop);
/// One page of exactly the size, fonts embedded, images lossless, the link in the XMP metadata.
[[nodiscard]] Result<Picture> pdfPicture(const Figure& figure, const PageSize& size, double dpi,
                                         PageOptions options, const std::stop_token& stop);

/// The picture itself, as pngPicture paints it.
struct PaintedImage {
  QImage image;
  PageReport report;
};
[[nodiscard]] Result<PaintedImage> paintImage(const Figure& figure, const PageSize& size,
                                              double dpi, PageOptions options,
                                              const std::stop_token& stop);

}  // namespace poscope
