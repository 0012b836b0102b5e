// Pages of pictures that follow each other.
#pragma once

#include <optional>
#include <span>

#include "app/export/figure_file.h"

namespace poscope {

/// Options with one page for all: without a size in them, that of the figure among `figures` which
/// needs the highest (pageSizeOf); the ends of a range are what shows how high. The GUI thread.
/// Errors as pageSizeOf.
[[nodiscard]] Result<ExportOptions> withPageOfAll(ExportOptions options,
                                                  std::span<const Figure> figures,
                                                  const std::optional<Zoom>& window);

}  // namespace poscope
