// Paints a whole figure (finding as caption, panels, colour bar, legend) at a given size on any
// QPainter. The export and the gallery use this; nothing here knows a file format.
#pragma once

#include <QSize>
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
  bool caption = true;  ///< Question, finding, explanation above the plot.
  /// Base font size in points, where the page has room; ticks are a step smaller.
  double captionPoints = 9;
  std::optional<Zoom> window;  ///< Zoom of the main panel.
};

/// What a page is made of, for the words that go with it.
struct PageReport {
  std::int64_t heatCells = 0;
  std::vector<QSize> images;  ///< Heat maps that are bitmaps in a vector file: their cells.
  std::vector<Text> leftOut;  ///< What there is no room for, as things: "the explanation".
};

/// A page in four steps, so that nobody has to wait: the GUI thread lays it out and paints it
/// (plots are QCustomPlots, which are widgets), and any thread computes the cells in between. The
/// GUI thread only, from the constructor to the destructor.
class FigurePage {
 public:
  /// `figure` must outlive the page.
  FigurePage(const Figure& figure, const PageOptions& options);
  ~FigurePage();

  /// The first step: as PageLayout says. A usage error when not even one panel fits (below about 60
  /// mm x 40 mm).
  [[nodiscard]] Result<void> layOut();
  /// After it: what there is no room for, as things.
  [[nodiscard]] std::vector<Text> leftOut() const;
  /// What the page shows, for computeAll.
  [[nodiscard]] std::vector<CellRequest> needed() const;
  /// The plots of the page, as they are laid out at present.
  [[nodiscard]] std::vector<PanelPlot*> plots() const;
  /// The third, once: takes the pictures of needed(), in its order, and says what will be painted.
  [[nodiscard]] PageReport fill(std::vector<CellPicture> pictures);
  /// The last, once. The painter's origin is the page's top left corner.
  void paint(QPainter& painter);

 private:
  class Page;
  std::unique_ptr<Page> page_;
};

/// All steps in the GUI thread, which waits for the cells: for the command line. Errors: those of
/// FigurePage::layOut and of computeAll.
[[nodiscard]] Result<PageReport> paintFigure(QPainter& painter, const Figure& figure,
                                             const PageOptions& options, std::stop_token stop);

}  // namespace poscope
