// The canvas: shows a Figure's panels, zooms, and asks for cells in the background. It knows no
// encoding.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/plot/theme.h"
#include "core/base/result.h"
#include "core/figure/figure.h"
#include "core/state/link.h"

namespace poscope {

class SharedCursor;

/// Newest request wins; a coarse picture first where a full one takes longer than a frame; the old
/// picture stays, stretched, until the new one is there.
class FigureView : public QWidget {
  Q_OBJECT

 public:
  /// `shared`, if any, outlives the view.
  explicit FigureView(QWidget* parent = nullptr, SharedCursor* shared = nullptr);
  ~FigureView() override;

  /// Replaces the figure. `window` zooms the main panel, none fits. Emits no windowChanged.
  void setFigure(std::shared_ptr<const Figure> figure, const std::optional<Zoom>& window);
  /// Nothing is shown any more, and the next figure begins at its top. Emits nothing.
  void clear();
  /// Other sides of the figure that is shown: their cells are computed while there is nothing else
  /// to do, here and after each zoom, so that switching to one of them computes nothing.
  void prepare(std::vector<std::shared_ptr<const Figure>> others);
  /// True while cells of other sides are being computed.
  [[nodiscard]] bool preparing() const;
  /// Whether every layer had cells to show when the figure or its zoom last changed, if only some
  /// that were made for a plot of a slightly other size.
  [[nodiscard]] bool complete() const;
  void setTheme(ThemeKind theme);
  void setLanguage(Language language);

  /// nullptr where nothing is shown.
  [[nodiscard]] const std::shared_ptr<const Figure>& figure() const;
  [[nodiscard]] std::optional<Zoom> window() const;
  void fit();
  /// Emits hovered() for the cursor as it is: that of a plot, else the window's.
  void readAgain();

  /// One line for the status bar: "1 pixel = 16 positions, 4 seen, mean"; empty when nothing is
  /// reduced.
  [[nodiscard]] Text pixelNote() const;

  /// True while cells are being computed.
  [[nodiscard]] bool busy() const;
  /// Where the figure's plots are in the view, and what of them is in sight.
  struct PlotPlace {
    QRect whole;
    QRect inSight;
    QRect area;  ///< Between its axes.
  };
  [[nodiscard]] std::vector<PlotPlace> plotPlaces() const;
  /// The same of large clocks, which have no axes.
  [[nodiscard]] std::vector<PlotPlace> clockPlaces() const;
  /// How much of curves, points and words is drawn in a part of the main plot.
  [[nodiscard]] int inkIn(const QRect& part) const;
  /// Whether there is more of the page than is in sight.
  [[nodiscard]] bool scrolls() const;

  /// Whether plots take all that is seen first, and what goes with them is scrolled to: where
  /// several views are beside each other.
  void setPictureFirst(bool first);

  /// Whether the figures that are set from now on show nothing but their side: what they draw paler
  /// is left out.
  void setAlone(bool alone);

  /// Whether there is more than plots, from the next figure on: one that lies over another view
  /// repeats none of its words.
  void setPlotsOnly();
  /// Shows the part that `other`, of another side of the figure, shows. Emits no windowChanged.
  void showAs(const FigureView& other);
  /// The same, with its plots where those of `other` are.
  void mirror(const FigureView& other);
  /// Emits windowChanged where another part is shown than it told last: a gesture in a view that
  /// this one follows has ended.
  void tellWindow();

 signals:
  /// The user zoomed or panned (nullopt: everything is shown again). Emitted once per gesture, for
  /// undo.
  void windowChanged(const std::optional<poscope::Zoom>& window);
  /// A plot was clicked, and nothing was dragged.
  void clicked();
  /// What is under the cursor; no rows when nothing is.
  void hovered(const poscope::Detail& detail);
  /// A clicked element asks for "set parameter=value".
  void actionRequested(const poscope::Action& action);
  /// A picture is complete: milliseconds spent computing and painting it.
  void rendered(double computeMilliseconds, double paintMilliseconds);
  /// A coarse picture is on screen; the full one follows.
  void previewed();
  /// Cells could not be computed.
  void failed(const poscope::Error& error);
  void pixelNoteChanged();
  /// Plots may show another part or stand elsewhere than before, also in the middle of a gesture.
  void moved();
  /// The menu of a plot was asked for, at a place on the screen; `panel` of Figure::panels.
  void menuRequested(const QPoint& place, std::size_t panel);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d_;
};

}  // namespace poscope
