#include "app/export/frame_page.h"

namespace poscope {

Result<ExportOptions> withPageOfAll(ExportOptions options, std::span<const Figure> figures,
                                    const std::optional<Zoom>& window) {
  if (options.millimetres || options.pixels) {
    return options;
  }
  std::optional<QSizeF> highest;
  for (const Figure& figure : figures) {
    POSCOPE_TRY(const PageSize page, pageSizeOf(figure, window, options));
    if (!highest || page.millimetres.height() > highest->height()) {
      highest = page.millimetres;
    }
  }
  options.millimetres = highest;
  return options;
}

}  // namespace poscope
