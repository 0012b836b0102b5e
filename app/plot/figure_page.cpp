#include "app/plot/figure_page.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/plot/forward_device.h"
#include "app/plot/page_layout.h"
#include "app/plot/panel_plot.h"

namespace poscope {

class FigurePage::Page {
 public:
  Page(const Figure& figure, const PageOptions& options)
      : options_(options), layout_(figure, options) {}

  /// False when the page is too small.
  bool layOut() { return layout_.layOut(); }
  [[nodiscard]] std::vector<CellRequest> needed() const;
  [[nodiscard]] std::vector<PanelPlot*> plots() const;
  /// Takes the cells; says what paint() will do.
  PageReport fill(std::vector<CellPicture> pictures);
  void paint(QPainter& painter);
  [[nodiscard]] const PageOptions& options() const { return options_; }
  [[nodiscard]] std::vector<Text> leftOut() const { return layout_.leftOut(); }

 private:
  [[nodiscard]] HeatMode modeOf(const HeatPicture& picture) const;
  void reportHeat(HeatPlottable& heat, PageReport& report) const;
  void paintPlot(QPainter& painter, PagePanel& panel) const;
  void paintWords(QPainter& painter) const;

  PageOptions options_;
  PageLayout layout_;
};

std::vector<CellRequest> FigurePage::Page::needed() const {
  std::vector<CellRequest> requests;
  for (const PagePanel& panel : layout_.panels()) {
    for (const auto& cells : panel.cells) {
      requests.push_back(cells.request);
    }
  }
  return requests;
}

std::vector<PanelPlot*> FigurePage::Page::plots() const {
  std::vector<PanelPlot*> plots;
  for (const PagePanel& panel : layout_.panels()) {
    if (panel.plot != nullptr) {
      plots.push_back(panel.plot);
    }
  }
  return plots;
}

PageReport FigurePage::Page::fill(std::vector<CellPicture> pictures) {
  PageReport report;
  report.leftOut = layout_.leftOut();
  auto next = pictures.begin();
  for (PagePanel& panel : layout_.panels()) {
    for (const auto& cells : panel.cells) {
      panel.plot->setCells(cells.layer, std::move(*next++));
      if (HeatPlottable* const heat = panel.plot->heat(cells.layer)) {
        heat->setPagePixels(options_.pointsToDevice / pixelsPerPoint(),
                            panel.area.toRect().topLeft());
        reportHeat(*heat, report);
      }
    }
  }
  return report;
}

void FigurePage::Page::reportHeat(HeatPlottable& heat, PageReport& report) const {
  const HeatPicture& picture = heat.picture();
  const HeatMode mode = modeOf(picture);
  heat.setMode(mode);
  report.heatCells += picture.lattice.rows.count * picture.lattice.columns.count;
  if (mode == HeatMode::image) {
    report.images.push_back(picture.image.size());
  }
}

HeatMode FigurePage::Page::modeOf(const HeatPicture& picture) const {
  if (!options_.vector) {
    return HeatMode::pixels;
  }
  const bool few = colourRuns(picture.image, kMostRectangles).size() <= kMostRectangles;
  return few ? HeatMode::rectangles : HeatMode::image;
}

void FigurePage::Page::paintPlot(QPainter& painter, PagePanel& panel) const {
  const QSize size = panel.area.size().toSize();
  panel.plot->layOutFor(size);  // Words keep clear of curves, which are known only now.
  painter.save();
  painter.setClipRect(panel.area, Qt::IntersectClip);
  painter.translate(panel.area.toRect().topLeft());
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

void FigurePage::Page::paintWords(QPainter& painter) const {
  double y = layout_.edge();
  for (const RichText& line : layout_.caption()) {
    line.draw(painter, {layout_.edge(), y});
    y += line.empty() ? 0 : line.height() + layout_.lineGap();
  }
  y = layout_.size().height() - layout_.footHeight();
  for (const RichText& note : layout_.notes()) {
    note.draw(painter, {layout_.edge(), y});
    y += note.height() + layout_.lineGap() / 2;
  }
}

void FigurePage::Page::paint(QPainter& painter) {
  const double scale = options_.pointsToDevice / pixelsPerPoint();
  const QRectF page(QPointF(0, 0), layout_.size());
  painter.save();
  painter.scale(scale, scale);
  painter.setClipRect(page, Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(page, layout_.style().colours().surface);
  paintWords(painter);
  for (PagePanel& panel : layout_.panels()) {
    if (panel.plot != nullptr) {
      paintPlot(painter, panel);
      continue;
    }
    painter.save();
    painter.translate(panel.area.topLeft());
    panel.painted->paint(painter, {0, 0});
    painter.restore();
  }
  painter.restore();
}

FigurePage::FigurePage(const Figure& figure, const PageOptions& options)
    : page_(std::make_unique<Page>(figure, options)) {}

FigurePage::~FigurePage() = default;

Result<void> FigurePage::layOut() {
  if (page_->layOut()) {
    return {};
  }
  const QSizeF size = page_->options().sizePoints;
  return usageError({"plot.error.page-too-small",
                     {{"width", std::round(size.width())}, {"height", std::round(size.height())}}});
}

std::vector<Text> FigurePage::leftOut() const {
  return page_->leftOut();
}

std::vector<CellRequest> FigurePage::needed() const {
  return page_->needed();
}

std::vector<PanelPlot*> FigurePage::plots() const {
  return page_->plots();
}

PageReport FigurePage::fill(std::vector<CellPicture> pictures) {
  return page_->fill(std::move(pictures));
}

void FigurePage::paint(QPainter& painter) {
  page_->paint(painter);
}

Result<PageReport> paintFigure(QPainter& painter, const Figure& figure, const PageOptions& options,
                               std::stop_token stop) {
  FigurePage page(figure, options);
  return page.layOut()
      .and_then([&] { return computeAll(page.needed(), stop); })
      .map([&](std::vector<CellPicture>&& pictures) {
        const PageReport report = page.fill(std::move(pictures));
        page.paint(painter);
        return report;
      });
}

}  // namespace poscope
