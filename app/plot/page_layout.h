// Which parts of a figure a page has room for, and where they stand.
#pragma once

#include <QRectF>
#include <memory>
#include <vector>

#include "app/plot/figure_page.h"
#include "app/plot/painted_panel.h"
#include "app/plot/panel_plot.h"
#include "app/plot/rich_text.h"

namespace poscope {

/// A panel on a page: a plot, or something painted.
struct PagePanel {
  std::size_t panel = 0;  ///< Of the figure.
  QRectF area;            ///< Logical pixels.
  PanelPlot* plot = nullptr;
  PaintedPanel* painted = nullptr;
  std::vector<PanelPlot::LayerCells> cells;
};

/// The answer to the figure's question comes first, then its main plot, then the rest. Type is set
/// smaller, down to kLeastPagePoints, before any of the first two is cut; the rest is taken where
/// there is room for it. The GUI thread only.
class PageLayout {
 public:
  /// `figure` must outlive it.
  PageLayout(const Figure& figure, const PageOptions& options);
  ~PageLayout();

  /// False when the page is too small for anything.
  [[nodiscard]] bool layOut();

  // After layOut():
  [[nodiscard]] const PlotStyle& style() const { return style_; }
  [[nodiscard]] QSizeF size() const { return size_; }  ///< Of the page, logical pixels.
  [[nodiscard]] std::vector<PagePanel>& panels() { return panels_; }
  [[nodiscard]] const std::vector<PagePanel>& panels() const { return panels_; }
  /// Question, finding and explanation, from the top on.
  [[nodiscard]] const std::vector<RichText>& caption() const { return caption_; }
  /// Notices at the foot: what is assumed or not applied.
  [[nodiscard]] const std::vector<RichText>& notes() const { return notes_; }
  [[nodiscard]] double footHeight() const { return footHeight_; }
  /// Room around words.
  [[nodiscard]] double edge() const { return kEdge * style_.scale(); }
  [[nodiscard]] double lineGap() const { return kLineGap * style_.scale(); }
  /// What there is no room for, as things in a sentence.
  [[nodiscard]] std::vector<Text> leftOut() const;

 private:
  static constexpr double kEdge = 8;
  static constexpr double kLineGap = 2;

  // How tightly everything is set.
  struct Setting {
    double points = 9;  // Of the base type.
    bool tight = false;
    bool narrow = false;  // Spare columns give way.
    friend bool operator==(const Setting&, const Setting&) = default;
  };
  // What is shown.
  struct Choice {
    Setting setting;
    bool finding = true;
    bool words = false;  // Question and explanation.
    bool notes = false;
    std::vector<std::size_t> panels;  // Ascending.
    std::vector<std::size_t> rows;    // Of each panel of the figure; plots have none.
  };
  // What plots keep, in points.
  struct Demand {
    double height;  // Of a panel.
    double area;    // Of the shorter side between its axes.
    double share;   // Of the page's shorter side that all plots together keep beside tables.
  };
  static constexpr Demand kFirst{58, 24, 0.25};
  static constexpr Demand kGood{72, 36, 0.35};
  static constexpr Demand kMore{86, 60, 0.5};
  static constexpr Demand kAnything{0, 16, 0};

  [[nodiscard]] std::vector<Setting> settings() const;
  [[nodiscard]] std::vector<std::size_t> byWorth() const;
  [[nodiscard]] bool isPainted(std::size_t panel) const;
  [[nodiscard]] std::size_t rowsOf(std::size_t panel) const;
  [[nodiscard]] bool isCode(std::size_t panel) const;
  [[nodiscard]] std::size_t fewRowsOf(std::size_t panel) const;

  [[nodiscard]] bool hasPlot(const std::vector<std::size_t>& panels) const;
  [[nodiscard]] std::vector<std::size_t> firstPanels() const;

  [[nodiscard]] bool chooseFirst();
  [[nodiscard]] bool takeReadable(const Choice& choice);
  [[nodiscard]] bool takeTight(const Choice& choice);
  [[nodiscard]] bool takeLoosest(Choice choice, const Demand& demand, bool narrow,
                                 double least = 0);
  [[nodiscard]] bool takeFewRows(Choice choice, std::size_t whole);
  bool chooseLeast(const std::vector<std::size_t>& first);
  void growRows();
  void addRest();

  /// Keeps `next` when it fits.
  bool take(const Choice& next, const Demand& demand);
  [[nodiscard]] bool place(const Choice& choice, const Demand& demand);
  void makePanels(const Choice& choice);
  void makePainted(std::size_t panel, const Setting& setting);
  void makePlot(std::size_t panel);
  void layOutCaption(const Choice& choice);
  void layOutNotes(const Choice& choice);
  [[nodiscard]] std::vector<QRectF> areasOf(const Choice& choice, const Demand& demand) const;
  [[nodiscard]] bool placePlot(PagePanel& panel, double least) const;

  const Figure& figure_;
  PageOptions options_;
  std::shared_ptr<const Figure> shared_;  ///< The same, as plots keep it.
  double unit_;                           ///< Logical pixels per point.
  PlotStyle style_;
  QSizeF size_;
  Choice chosen_;
  std::optional<Setting> made_;                         ///< What the panels were made for.
  std::vector<std::unique_ptr<PanelPlot>> plots_;       ///< By panel of the figure.
  std::vector<std::unique_ptr<PaintedPanel>> painted_;  ///< The same.
  std::vector<PagePanel> panels_;
  std::vector<RichText> caption_;
  double captionHeight_ = 0;
  std::vector<RichText> notes_;
  double footHeight_ = 0;
};

}  // namespace poscope
