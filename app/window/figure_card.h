// The middle column: headline, messages, the plot on its card, and the figure's notes.
#pragma once

#include <QFrame>
#include <memory>

#include "app/plot/figure_view.h"
#include "core/views/view.h"

class QLabel;

namespace poscope {

class Appearance;
class BadgeBar;
class BannerStack;
class Headline;
class NumberTable;
class PaneBoard;
class SharedCursor;
class Wipe;

class FigureCard : public QWidget {
  Q_OBJECT

 public:
  /// `cursor` outlives the card.
  FigureCard(const Appearance& appearance, SharedCursor& cursor, QWidget* parent = nullptr);

  /// Headline, notes and plot. The zoom window as FigureView::setFigure.
  void setFigure(std::shared_ptr<const Figure> figure, const std::optional<Zoom>& window);
  /// What is known of a page before its figure is made: its question and its name, over an empty
  /// card; and whether the figure is on its way.
  void showSkeleton(const View& view, bool waiting);
  /// Whether the figures that are set from now on show nothing but their side; where pages are
  /// beside each other they always do.
  void setAlone(bool alone);
  /// 0..1; below 0 takes the line away.
  void setProgress(double share);
  /// The picture's numbers in its place, or the picture again. Keyboard and reader follow.
  void showTable(bool table);
  [[nodiscard]] bool showsTable() const { return showsTable_; }
  /// Of the active pane.
  [[nodiscard]] FigureView& plot() const { return *plot_; }
  [[nodiscard]] PaneBoard& board() const { return *board_; }
  [[nodiscard]] Wipe& wipe() const { return *wipe_; }
  [[nodiscard]] NumberTable& table() const { return *table_; }
  [[nodiscard]] BannerStack& banners() const { return *banners_; }
  [[nodiscard]] Headline& headline() const { return *headline_; }
  [[nodiscard]] BadgeBar& badges() const { return *badges_; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void retranslate();
  void fitPanes();
  void placeProgress();

  const Appearance& appearance_;
  Headline* headline_;
  BadgeBar* badges_;
  BannerStack* banners_;
  QFrame* card_;
  QWidget* own_;  ///< Plot or table: what the active pane shows.
  FigureView* plot_;
  Wipe* wipe_;
  NumberTable* table_;
  PaneBoard* board_;
  QFrame* progress_;
  QLabel* notes_;
  std::shared_ptr<const Figure> figure_;
  std::optional<Zoom> window_;
  bool showsTable_ = false;
  bool alone_ = false;
  double share_ = -1;
};

}  // namespace poscope
