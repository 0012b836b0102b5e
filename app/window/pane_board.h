// The panes of the card: one page, or two or four beside each other on the same axes and in the
// same colours. The active pane shows the card's own content.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/figure/figure.h"
#include "core/state/state.h"

class QGridLayout;

namespace poscope {

class Appearance;
class FigureView;
class Pane;
class SharedCursor;

class PaneBoard : public QWidget {
  Q_OBJECT

 public:
  /// `own`, with `plot` in it, is what the active pane shows. All outlive the board.
  PaneBoard(const Appearance& appearance, SharedCursor& cursor, QWidget* own, FigureView* plot,
            QWidget* parent = nullptr);

  /// As many panes as there are headings; one has none on screen. `active` below their number.
  void setPanes(const std::vector<Text>& headings, std::size_t active);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t active() const { return active_; }
  /// Whether figures of one view are shown on the same scales.
  void setSharesScales(bool shares);

  /// nullptr: nothing is shown there until the next.
  void setFigure(std::size_t pane, std::shared_ptr<const Figure> figure,
                 const std::optional<Zoom>& window);
  /// Of a pane, `plot` for the active one.
  [[nodiscard]] FigureView& view(std::size_t pane) const;
  [[nodiscard]] Pane& pane(std::size_t index) const { return *panes_.at(index); }

 signals:
  /// Another number of panes, or another active one.
  void arranged();
  void chosen(std::size_t pane);
  void windowChanged(std::size_t pane, const std::optional<poscope::Zoom>& window);
  void actionRequested(std::size_t pane, const poscope::Action& action);

 private:
  struct Shown {
    std::shared_ptr<const Figure> figure;  ///< As it was built.
    std::shared_ptr<const Figure> scaled;  ///< As it is on screen.
    std::optional<Zoom> window;
  };
  void makePane();
  void arrange();
  void showAll(std::size_t changed);

  const Appearance& appearance_;
  SharedCursor& cursor_;
  QWidget* own_;
  FigureView* plot_;
  QGridLayout* grid_;
  std::vector<Pane*> panes_;  ///< As many as there were at most; those beyond count_ are hidden.
  std::vector<Shown> shown_;  ///< As many.
  std::size_t count_ = 0;
  std::size_t active_ = 0;
  bool sharesScales_ = true;
};

}  // namespace poscope
