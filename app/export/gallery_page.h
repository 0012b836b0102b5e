// The gallery's index page: plain HTML that needs nothing but its pictures.
#pragma once

#include <QByteArray>
#include <string>
#include <vector>

#include "app/export/gallery.h"
#include "core/figure/figure.h"

namespace poscope {

/// What the page says of one picture.
struct GalleryEntry {
  std::string file;
  std::string name;    ///< View or figure, as `poscope export` takes it.
  std::string figure;  ///< Name of the article's figure; empty for a view at its defaults.
  Finding finding;
  std::string link;
  std::string command;  ///< Makes the picture again.
};

[[nodiscard]] QByteArray galleryPage(const std::vector<GalleryEntry>& entries,
                                     const GalleryOptions& options);

}  // namespace poscope
