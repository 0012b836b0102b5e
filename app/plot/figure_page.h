// Paints a whole figure (finding as caption, panels, colour bar, legend) at a given size on any
// QPainter. The export and the gallery use this; nothing here knows a file format.
#pragma once

#include <QSizeF>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/plot/cells.h"
#include "app/plot/theme.h"
#include "core/base/result.h"
#include "core/figure/figure.h"
#include "core/state/state.h"

class QPainter;

namespace poscope {

class PanelPlot;

struct PageOptions {
  ThemeKind theme = ThemeKind::light;
  Language language = Language::english;
  QSizeF sizePoints{
      480, 300};  ///< Page size in points (1/72 inch); fonts are set in points, never scaled.
  double pointsToDevice =
      1;  ///< Device units (pixels, or 1 for vector devices in points) per point.
  bool vector =
      false;  ///< svg, pdf: marks as paths; heat maps as merged cells, or one lossless image.
  bool caption = true;         ///< Question, finding, explanation above the plot.
  double captionPoints = 9;    ///< Base font size in points; ticks are a step smaller.
  std::optional<Zoom> window;  ///< Zoom of the main panel.
};

/// What was done, for the note that export shows: "heat map: 6400 vector cells" or "one lossless
/// image".
struct PageReport {
  bool heatAsImage = false;
  std::int64_t heatCells = 0;
  int panelsLeftOut = 0;  ///< Panels of the figure for which the page has no room.
};

/// A page in three steps, so that nobody has to wait: the GUI thread lays it out and paints it
/// (plots are QCustomPlots, which are widgets), and any thread computes the cells in between. The
/// GUI thread only, from the constructor to the destructor.
class FigurePage {
 public:
  /// `figure` must outlive the page.
  FigurePage(const Figure& figure, const PageOptions& options);
  ~FigurePage();

  /// The first step. Type is never set smaller for want of room: first tables, then other panels
  /// beside the main one and the caption are left out. A usage error when even that does not fit
  /// (below about 60 mm x 40 mm).
  [[nodiscard]] Result<void> layOut();
  /// What the page shows, for computeAll.
  [[nodiscard]] std::vector<CellRequest> needed() const;
  /// The plots of the page, as they are laid out at present.
  [[nodiscard]] std::vector<PanelPlot*> plots() const;
  /// The last step, once. `pictures`: of needed(), in its order. The painter's origin is the page's
  /// top left corner.
  [[nodiscard]] PageReport paint(QPainter& painter, std::vector<CellPicture> pictures);

 private:
  class Page;
  std::unique_ptr<Page> page_;
};

/// All steps in the GUI thread, which waits for the cells: for the command line. Errors: those of
/// FigurePage::layOut and of computeAll.
[[nodiscard]] Result<PageReport> paintFigure(QPainter& painter, const Figure& figure,
                                             const PageOptions& options, std::stop_token stop);

}  // namespace poscope
