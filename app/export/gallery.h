// All figures as a folder of pictures with an index page.
#pragma once

#include <QSize>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "app/plot/theme.h"
#include "core/base/result.h"
#include "core/compute/backend.h"

namespace poscope {

struct GalleryOptions {
  std::shared_ptr<const Backend> backend;  ///< Must be set.
  Language language = Language::english;
  ThemeKind theme = ThemeKind::light;
  QSize pixels{1600, 1000};
  double dpi = 160;
};

/// Called before each picture, from the calling thread: how many are done, of how many, and the
/// next file's name.
using GalleryProgress = std::function<void(int done, int all, const std::string& name)>;

struct GalleryReport {
  std::filesystem::path index;
  int pictures = 0;
};

/// Writes `<view>.png` for every view at its defaults, `<figure>.png` for every figure of the
/// articles, and index.html. The folder is made when it is missing; one that holds anything but an
/// earlier gallery is refused. Every file is written whole or not at all and the index last, so an
/// interrupted run can be repeated. Errors: file with path and reason; as buildFigure and
/// writeFigure; cancelled.
[[nodiscard]] Result<GalleryReport> writeGallery(const std::filesystem::path& folder,
                                                 const GalleryOptions& options,
                                                 const GalleryProgress& progress,
                                                 std::stop_token stop);

}  // namespace poscope
