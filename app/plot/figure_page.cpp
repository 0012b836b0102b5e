#include "app/plot/figure_page.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/plot/forward_device.h"
#include "app/plot/painted_panel.h"
#include "app/plot/panel_layout.h"
#include "app/plot/panel_plot.h"
#include "app/plot/rich_text.h"

namespace poscope {
namespace {

constexpr double kLeastPage = 96;      ///< Points: a smaller page has no room for axes.
constexpr double kLeastPlotArea = 16;  ///< Points of plot that must be left between the axes.
constexpr double kGoodPlotArea = 36;   ///< ... and that are worth leaving other things out.
constexpr double kLeastPlot = 86;  ///< Points of height that a plot keeps beside bits or tables.
constexpr double kLeastShareBesideTable = 0.5;  ///< A table takes at most half of the page.
constexpr double kVectorDpi = 600;  ///< Resolution of a heat map that is an image in a vector file.

enum class CaptionParts { all, finding, smallFinding, none };

// What a page shows, and how tightly bits and tables are set.
struct PagePlan {
  CaptionParts caption;
  int tight;
  bool tables;
  bool besideMain;  ///< Panels other than the first.
  double leastArea;
};

// The first that fits is taken.
constexpr std::array<PagePlan, 9> kPlans{{
    {CaptionParts::all, 0, true, true, kGoodPlotArea},
    {CaptionParts::all, 1, true, true, kGoodPlotArea},
    {CaptionParts::all, 0, false, true, kGoodPlotArea},
    {CaptionParts::all, 1, false, true, kGoodPlotArea},
    {CaptionParts::finding, 1, false, true, kGoodPlotArea},
    {CaptionParts::all, 1, false, false, kGoodPlotArea},
    {CaptionParts::finding, 1, false, false, kGoodPlotArea},
    {CaptionParts::smallFinding, 2, false, false, kGoodPlotArea},
    {CaptionParts::none, 2, false, false, kLeastPlotArea},
}};

struct PagePanel {
  QRectF area;  ///< Logical pixels.
  std::unique_ptr<PanelPlot> plot;
  std::unique_ptr<PaintedPanel> painted;
  std::vector<PanelPlot::LayerCells> cells;
};

}  // namespace

class FigurePage::Page {
 public:
  Page(const Figure& figure, const PageOptions& options)
      : figure_(figure), options_(options), unit_(pixelsPerPoint()) {
    style_ = {options.theme, options.language, options.captionPoints};
    size_ = options.sizePoints * unit_;
  }

  /// Caption, places, and which cells are needed. False when the page is too small.
  bool layOut();
  [[nodiscard]] std::vector<CellRequest> needed() const;
  [[nodiscard]] std::vector<PanelPlot*> plots() const;
  void fill(std::vector<CellPicture> pictures);
  PageReport paint(QPainter& painter);
  [[nodiscard]] const PageOptions& options() const { return options_; }

 private:
  [[nodiscard]] bool follow(const PagePlan& plan);
  void choosePanels(const PagePlan& plan);
  void layOutCaption(CaptionParts parts);
  void layOutNotes(CaptionParts parts);
  [[nodiscard]] std::vector<QRectF> placePanels(
      const std::vector<std::unique_ptr<PaintedPanel>>& painted) const;
  [[nodiscard]] bool layOutPlot(PagePanel& panel, const PlotPanel& plot, bool isMain, double least);
  [[nodiscard]] HeatMode modeOf(const HeatPicture& picture) const;
  void paintPlot(QPainter& painter, PagePanel& panel, PageReport& report) const;

  const Figure& figure_;
  PageOptions options_;
  double unit_;  ///< Logical pixels per point.
  PlotStyle style_;
  QSizeF size_;
  std::vector<RichText> caption_;
  double captionHeight_ = 0;
  std::vector<RichText> notes_;  ///< Notices at the foot: what is assumed or not applied.
  double footHeight_ = 0;
  /// The panels that the page has room for, and the plan that they were chosen by.
  std::shared_ptr<Figure> shown_;
  std::optional<PagePlan> shownBy_;
  std::vector<PagePanel> panels_;
};

void FigurePage::Page::layOutCaption(CaptionParts parts) {
  caption_.clear();
  captionHeight_ = 0;
  if (!options_.caption || parts == CaptionParts::none) {
    return;
  }
  const Theme& colours = style_.colours();
  const Finding& finding = figure_.finding;
  const bool all = parts == CaptionParts::all;
  if (all) {
    caption_.emplace_back(finding.question, style_, style_.text(FontSize::tiny), colours.muted);
  }
  const FontSize size = parts == CaptionParts::smallFinding ? FontSize::base : FontSize::headline;
  caption_.emplace_back(finding.sentence, style_, style_.text(size, QFont::DemiBold), colours.text);
  if (all) {
    caption_.emplace_back(finding.explanation, style_, style_.text(FontSize::small), colours.muted);
  }
  const double edge = 8 * style_.scale();
  captionHeight_ = edge;
  for (RichText& line : caption_) {
    captionHeight_ += line.empty() ? 0 : line.wrap(size_.width() - 2 * edge) + 2 * style_.scale();
  }
}

void FigurePage::Page::layOutNotes(CaptionParts parts) {
  notes_.clear();
  footHeight_ = 0;
  const bool room = parts == CaptionParts::all || parts == CaptionParts::finding;
  if (!options_.caption || !room || figure_.notes.empty()) {
    return;
  }
  const double edge = 8 * style_.scale();
  footHeight_ = edge / 2;
  for (const Text& note : figure_.notes) {
    notes_.emplace_back(note, style_, style_.text(FontSize::tiny), style_.colours().muted);
    footHeight_ += notes_.back().wrap(size_.width() - 2 * edge) + style_.scale();
  }
}

bool FigurePage::Page::layOutPlot(PagePanel& panel, const PlotPanel& plot, bool isMain,
                                  double least) {
  panel.plot = std::make_unique<PanelPlot>();
  panel.plot->setPanel(shown_, plot, style_, isMain ? options_.window : std::nullopt);
  panel.plot->setBackground(Qt::NoBrush);  // The page has its ground already.
  panel.plot->layOutFor(panel.area.size().toSize());
  const QRectF area = panel.plot->plotArea();
  if (std::min(area.width(), area.height()) < least * unit_) {
    return false;
  }
  const double ratio = options_.vector ? kVectorDpi / 72 / unit_ : options_.pointsToDevice / unit_;
  panel.cells = panel.plot->neededCells(ratio);
  return true;
}

// Empty when bits and tables need more room than there is.
std::vector<QRectF> FigurePage::Page::placePanels(
    const std::vector<std::unique_ptr<PaintedPanel>>& painted) const {
  const QSizeF room(size_.width(), size_.height() - captionHeight_ - footHeight_);
  const bool beside = std::any_of(painted.begin(), painted.end(),
                                  [](const auto& panel) { return panel != nullptr; });
  const bool table =
      std::any_of(shown_->panels.begin(), shown_->panels.end(),
                  [](const Panel& panel) { return std::holds_alternative<TablePanel>(panel); });
  const double besideTable = table ? kLeastShareBesideTable : 0;
  const PanelNeeds needs{[&](std::size_t k) { return painted[k]->naturalWidth(); },
                         [&](std::size_t k, double width) { return painted[k]->layOut(width); },
                         beside ? std::max(kLeastPlot * unit_, besideTable * room.height()) : 0};
  const std::vector<QRectF> areas = arrangePanels(*shown_, room, needs);
  bool fits = arrangedHeight(areas) <= room.height() + 0.5;
  for (std::size_t k = 0; k < areas.size(); ++k) {
    fits = fits && (painted[k] == nullptr || areas[k].width() >= painted[k]->leastWidth());
  }
  return fits ? areas : std::vector<QRectF>();
}

bool FigurePage::Page::layOut() {
  return std::min(options_.sizePoints.width(), options_.sizePoints.height()) >= kLeastPage &&
         std::any_of(kPlans.begin(), kPlans.end(),
                     [this](const PagePlan& plan) { return follow(plan); });
}

// Series are copied only when other panels are left than in the plan before.
void FigurePage::Page::choosePanels(const PagePlan& plan) {
  if (shownBy_ && shownBy_->tables == plan.tables && shownBy_->besideMain == plan.besideMain) {
    return;
  }
  shownBy_ = plan;
  shown_ = std::make_shared<Figure>();
  for (const Panel& panel : figure_.panels) {
    const bool isMain = &panel == &figure_.panels.front();
    const bool isTable = std::holds_alternative<TablePanel>(panel);
    if (isMain || (plan.besideMain && (plan.tables || !isTable))) {
      shown_->panels.push_back(panel);
    }
  }
}

bool FigurePage::Page::follow(const PagePlan& plan) {
  panels_.clear();
  choosePanels(plan);
  layOutCaption(plan.caption);
  layOutNotes(plan.caption);
  std::vector<std::unique_ptr<PaintedPanel>> painted;
  for (const Panel& panel : shown_->panels) {
    painted.push_back(makePaintedPanel(panel, style_));
    for (int k = 0; painted.back() != nullptr && k < plan.tight; ++k) {
      painted.back()->tighten();
    }
  }
  const std::vector<QRectF> areas = placePanels(painted);
  if (areas.size() != shown_->panels.size()) {
    return false;
  }
  bool isMain = true;
  for (std::size_t k = 0; k < shown_->panels.size(); ++k) {
    PagePanel panel;
    panel.area = areas[k].translated(0, captionHeight_);
    panel.painted = std::move(painted[k]);
    if (panel.painted != nullptr) {
      panel.painted->layOut(panel.area.width());
    } else {
      const auto& plot = std::get<PlotPanel>(shown_->panels[k]);
      if (!layOutPlot(panel, plot, isMain, plan.leastArea)) {
        return false;
      }
      isMain = false;
    }
    panels_.push_back(std::move(panel));
  }
  return true;
}

std::vector<PanelPlot*> FigurePage::Page::plots() const {
  std::vector<PanelPlot*> plots;
  for (const PagePanel& panel : panels_) {
    if (panel.plot != nullptr) {
      plots.push_back(panel.plot.get());
    }
  }
  return plots;
}

std::vector<CellRequest> FigurePage::Page::needed() const {
  std::vector<CellRequest> requests;
  for (const PagePanel& panel : panels_) {
    for (const auto& cells : panel.cells) {
      requests.push_back(cells.request);
    }
  }
  return requests;
}

void FigurePage::Page::fill(std::vector<CellPicture> pictures) {
  auto next = pictures.begin();
  for (PagePanel& panel : panels_) {
    for (const auto& cells : panel.cells) {
      panel.plot->setCells(cells.layer, std::move(*next++));
    }
  }
}

HeatMode FigurePage::Page::modeOf(const HeatPicture& picture) const {
  if (!options_.vector) {
    return HeatMode::pixels;
  }
  const bool few = colourRuns(picture.image, kMostRectangles).size() <= kMostRectangles;
  return few ? HeatMode::rectangles : HeatMode::image;
}

void FigurePage::Page::paintPlot(QPainter& painter, PagePanel& panel, PageReport& report) const {
  for (const auto& cells : panel.cells) {
    if (HeatPlottable* heat = panel.plot->heat(cells.layer)) {
      const HeatMode mode = modeOf(heat->picture());
      heat->setMode(mode);
      heat->setPagePixels(options_.pointsToDevice / unit_, panel.area.toRect().topLeft());
      report.heatAsImage = report.heatAsImage || mode != HeatMode::rectangles;
      report.heatCells +=
          heat->picture().lattice.rows.count * heat->picture().lattice.columns.count;
    }
  }
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

PageReport FigurePage::Page::paint(QPainter& painter) {
  PageReport report;
  report.panelsLeftOut = static_cast<int>(figure_.panels.size() - shown_->panels.size());
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
  y = size_.height() - footHeight_;
  for (const RichText& note : notes_) {
    note.draw(painter, {edge, y});
    y += note.height() + style_.scale();
  }
  for (PagePanel& panel : panels_) {
    if (panel.plot != nullptr) {
      paintPlot(painter, panel, report);
      continue;
    }
    painter.save();
    painter.translate(panel.area.topLeft());
    panel.painted->paint(painter, {0, 0});
    painter.restore();
  }
  painter.restore();
  return report;
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

std::vector<CellRequest> FigurePage::needed() const {
  return page_->needed();
}

std::vector<PanelPlot*> FigurePage::plots() const {
  return page_->plots();
}

PageReport FigurePage::paint(QPainter& painter, std::vector<CellPicture> pictures) {
  page_->fill(std::move(pictures));
  return page_->paint(painter);
}

Result<PageReport> paintFigure(QPainter& painter, const Figure& figure, const PageOptions& options,
                               std::stop_token stop) {
  FigurePage page(figure, options);
  return page.layOut()
      .and_then([&] { return computeAll(page.needed(), stop); })
      .map([&](std::vector<CellPicture>&& pictures) {
        return page.paint(painter, std::move(pictures));
      });
}

}  // namespace poscope
