#include "app/plot/figure_page.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QThread>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "app/plot/forward_device.h"
#include "app/plot/painted_panel.h"
#include "app/plot/panel_layout.h"
#include "app/plot/panel_plot.h"
#include "app/plot/rich_text.h"

namespace poscope {
namespace {

constexpr double kLeastPage = 96;      ///< Points: a smaller page has no room for axes.
constexpr double kLeastPlotArea = 16;  ///< Points of plot that must be left between the axes.
constexpr double kLeastPlot = 90;      ///< Points of height that a plot keeps beside tables.
constexpr double kLeastShare = 0.55;   ///< ... or this part of the room, if that is less.
constexpr double kLeastScale = 0.2;    ///< Of bits and tables.
constexpr double kScaleStep = 0.94;
constexpr double kVectorDpi = 600;  ///< Resolution of a heat map that is an image in a vector file.

// QCustomPlot is a widget: it must live in the GUI thread, whoever asks for the page.
void inGuiThread(const std::function<void()>& work) {
  if (QThread::currentThread() == qApp->thread()) {
    work();
  } else {
    QMetaObject::invokeMethod(qApp, work, Qt::BlockingQueuedConnection);
  }
}

struct PagePanel {
  QRectF area;  ///< Logical pixels.
  std::unique_ptr<PanelPlot> plot;
  std::unique_ptr<PaintedPanel> painted;
  std::vector<PanelPlot::LayerCells> cells;
  std::vector<CellPicture> pictures;
};

class Page {
 public:
  Page(const Figure& figure, const PageOptions& options)
      : figure_(figure), options_(options), unit_(pixelsPerPoint()) {
    style_ = {options.theme, options.language, options.captionPoints};
    size_ = options.sizePoints * unit_;
  }

  /// GUI thread: caption, places, and which cells are needed. False when the page is too small.
  bool layOut();
  /// Any thread.
  Result<void> compute(const std::stop_token& stop);
  /// GUI thread.
  PageReport paint(QPainter& painter);
  /// GUI thread: plots are widgets.
  void release() { panels_.clear(); }

 private:
  void layOutCaption();
  [[nodiscard]] std::vector<QRectF> placePanels(
      const std::vector<std::unique_ptr<PaintedPanel>>& painted);
  [[nodiscard]] bool layOutPlot(PagePanel& panel, const PlotPanel& plot, bool isMain);
  [[nodiscard]] HeatMode modeOf(const HeatPicture& picture) const;
  void paintPlot(QPainter& painter, PagePanel& panel, PageReport& report) const;

  const Figure& figure_;
  const PageOptions& options_;
  double unit_;  ///< Logical pixels per point.
  PlotStyle style_;
  QSizeF size_;
  std::vector<RichText> caption_;
  double captionHeight_ = 0;
  double paintedScale_ = 1;  ///< Of bits and tables.
  std::vector<PagePanel> panels_;
};

void Page::layOutCaption() {
  if (!options_.caption) {
    return;
  }
  const Theme& colours = style_.colours();
  const Finding& finding = figure_.finding;
  caption_.emplace_back(finding.question, style_, style_.text(FontSize::tiny), colours.muted);
  caption_.emplace_back(finding.sentence, style_, style_.text(FontSize::headline, QFont::DemiBold),
                        colours.text);
  caption_.emplace_back(finding.explanation, style_, style_.text(FontSize::small), colours.muted);
  const double edge = 8 * style_.scale();
  captionHeight_ = edge;
  for (RichText& line : caption_) {
    captionHeight_ += line.empty() ? 0 : line.wrap(size_.width() - 2 * edge) + 2 * style_.scale();
  }
}

bool Page::layOutPlot(PagePanel& panel, const PlotPanel& plot, bool isMain) {
  panel.plot = std::make_unique<PanelPlot>();
  const std::shared_ptr<const Figure> kept(&figure_, [](const Figure*) {});  // The caller keeps it.
  panel.plot->setPanel(kept, plot, style_, isMain ? options_.window : std::nullopt);
  panel.plot->setBackground(Qt::NoBrush);  // The page has its ground already.
  panel.plot->layOutFor(panel.area.size().toSize());
  const QRectF area = panel.plot->plotArea();
  if (std::min(area.width(), area.height()) < kLeastPlotArea * unit_) {
    return false;
  }
  const double ratio = options_.vector ? kVectorDpi / 72 / unit_ : options_.pointsToDevice / unit_;
  panel.cells = panel.plot->neededCells(ratio);
  return true;
}

// Bits and tables that need more height than there is are set smaller, and wider in turn, rather
// than cut.
std::vector<QRectF> Page::placePanels(const std::vector<std::unique_ptr<PaintedPanel>>& painted) {
  const QSizeF room(size_.width(), size_.height() - captionHeight_);
  std::vector<QRectF> areas;
  for (paintedScale_ = 1; paintedScale_ > kLeastScale; paintedScale_ *= kScaleStep) {
    const PanelNeeds needs{
        [&](std::size_t k) { return painted[k]->naturalWidth() * paintedScale_; },
        [&](std::size_t k, double width) {
          return painted[k]->layOut(width / paintedScale_) * paintedScale_;
        },
        std::min(kLeastPlot * unit_, kLeastShare * room.height())};
    areas = arrangePanels(figure_, room, needs);
    if (arrangedHeight(areas) <= room.height() + 0.5) {
      return areas;
    }
  }
  return {};
}

bool Page::layOut() {
  if (std::min(options_.sizePoints.width(), options_.sizePoints.height()) < kLeastPage) {
    return false;
  }
  layOutCaption();
  std::vector<std::unique_ptr<PaintedPanel>> painted;
  for (const Panel& panel : figure_.panels) {
    painted.push_back(makePaintedPanel(panel, style_));
  }
  const std::vector<QRectF> areas = placePanels(painted);
  if (areas.size() != figure_.panels.size()) {
    return false;
  }
  bool isMain = true;
  for (std::size_t k = 0; k < figure_.panels.size(); ++k) {
    PagePanel panel;
    panel.area = areas[k].translated(0, captionHeight_);
    panel.painted = std::move(painted[k]);
    if (panel.painted != nullptr) {
      panel.painted->layOut(panel.area.width() / paintedScale_);
    } else {
      if (!layOutPlot(panel, std::get<PlotPanel>(figure_.panels[k]), isMain)) {
        return false;
      }
      isMain = false;
    }
    panels_.push_back(std::move(panel));
  }
  return true;
}

Result<void> Page::compute(const std::stop_token& stop) {
  for (PagePanel& panel : panels_) {
    for (const auto& cells : panel.cells) {
      auto picture = computeCells(cells.request, stop);
      if (!picture) {
        return tl::unexpected(picture.error());
      }
      panel.pictures.push_back(std::move(*picture));
    }
  }
  return {};
}

HeatMode Page::modeOf(const HeatPicture& picture) const {
  if (!options_.vector) {
    return HeatMode::pixels;
  }
  const bool few = colourRuns(picture.image, kMostRectangles).size() <= kMostRectangles;
  return few ? HeatMode::rectangles : HeatMode::image;
}

void Page::paintPlot(QPainter& painter, PagePanel& panel, PageReport& report) const {
  for (std::size_t k = 0; k < panel.cells.size(); ++k) {
    const std::size_t layer = panel.cells[k].layer;
    panel.plot->setCells(layer, std::move(panel.pictures[k]));
    if (HeatPlottable* heat = panel.plot->heat(layer)) {
      const HeatMode mode = modeOf(heat->picture());
      heat->setMode(mode);
      heat->setPagePixels(options_.pointsToDevice / unit_, panel.area.toRect().topLeft());
      report.heatAsImage = report.heatAsImage || mode != HeatMode::rectangles;
      report.heatCells +=
          heat->picture().lattice.rows.count * heat->picture().lattice.columns.count;
    }
  }
  painter.save();
  painter.translate(panel.area.toRect().topLeft());
  const QSize size = panel.area.size().toSize();
  ForwardDevice device(painter, size);
  QCPPainter plotPainter(&device);
  plotPainter.setMode(
      QCPPainter::pmVectorized);  // No half-pixel shifts: the device's pixels are finer than ours.
  plotPainter.setMode(QCPPainter::pmNoCaching);
  plotPainter.setMode(QCPPainter::pmNonCosmetic);
  panel.plot->toPainter(&plotPainter, size.width(), size.height());
  plotPainter.end();
  painter.restore();
}

PageReport Page::paint(QPainter& painter) {
  PageReport report;
  painter.save();
  painter.scale(options_.pointsToDevice / unit_, options_.pointsToDevice / unit_);
  painter.setClipRect(QRectF(QPointF(0, 0), size_), Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(QRectF(QPointF(0, 0), size_), style_.colours().surface);
  const double edge = 8 * style_.scale();
  double y = edge;
  for (const RichText& line : caption_) {
    line.draw(painter, {edge, y});
    y += line.empty() ? 0 : line.height() + 2 * style_.scale();
  }
  for (PagePanel& panel : panels_) {
    if (panel.plot != nullptr) {
      paintPlot(painter, panel, report);
      continue;
    }
    painter.save();
    painter.translate(panel.area.topLeft());
    painter.scale(paintedScale_, paintedScale_);
    panel.painted->paint(painter, {0, 0}, std::nullopt);
    painter.restore();
  }
  painter.restore();
  return report;
}

}  // namespace

Result<PageReport> paintFigure(QPainter& painter, const Figure& figure, const PageOptions& options,
                               std::stop_token stop) {
  Page page(figure, options);
  bool fits = false;
  inGuiThread([&] { fits = page.layOut(); });
  Result<void> computed;
  PageReport report;
  if (fits) {
    computed = page.compute(stop);
  }
  inGuiThread([&] {
    if (fits && computed) {
      report = page.paint(painter);
    }
    page.release();
  });
  if (!fits) {
    return usageError({"plot.error.page-too-small",
                       {{"width", std::round(options.sizePoints.width())},
                        {"height", std::round(options.sizePoints.height())}}});
  }
  if (!computed) {
    return tl::unexpected(computed.error());
  }
  return report;
}

}  // namespace poscope
