#include "app/window/pane_board.h"

#include <QGridLayout>
#include <utility>

#include "app/plot/figure_view.h"
#include "app/window/pane.h"
#include "core/figure/shared_scales.h"

namespace poscope {
namespace {

constexpr int kGap = 10;
constexpr std::size_t kColumns = 2;

}  // namespace

PaneBoard::PaneBoard(const Appearance& appearance, SharedCursor& cursor, QWidget* own,
                     FigureView* plot, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      cursor_(cursor),
      own_(own),
      plot_(plot),
      grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(kGap);
  setPanes({Text()}, 0);
}

void PaneBoard::makePane() {
  const std::size_t index = panes_.size();
  auto* pane = new Pane(appearance_, cursor_, this);
  connect(pane, &Pane::chosen, this, [this, index] { emit chosen(index); });
  connect(&pane->view(), &FigureView::windowChanged, this,
          [this, index](const std::optional<Zoom>& window) {
            shown_.at(index).window = window;
            emit windowChanged(index, window);
          });
  connect(&pane->view(), &FigureView::actionRequested, this,
          [this, index](const Action& action) { emit actionRequested(index, action); });
  panes_.push_back(pane);
  shown_.emplace_back();
}

void PaneBoard::setPanes(const std::vector<Text>& headings, std::size_t active) {
  while (panes_.size() < headings.size()) {
    makePane();
  }
  const bool other = count_ != headings.size() || active_ != active;
  if (other) {  // The card's content goes to its new place with what it shows.
    Shown own = std::exchange(shown_[active_], {});
    shown_[active] = std::move(own);
  }
  count_ = headings.size();
  active_ = active;
  for (std::size_t k = 0; k < count_; ++k) {
    panes_[k]->setWords(count_ > 1 ? headings[k] : Text());
    panes_[k]->setActive(k == active);
  }
  if (other) {
    arrange();
  }
}

void PaneBoard::arrange() {
  const bool focused = own_->isAncestorOf(window()->focusWidget()) || own_->hasFocus();
  for (std::size_t k = 0; k < panes_.size(); ++k) {
    grid_->removeWidget(panes_[k]);
    const bool there = k < count_;
    if (!there) {
      shown_[k] = {};
    }
    panes_[k]->hold(there && k == active_ ? own_ : nullptr);
    if (there) {
      grid_->addWidget(panes_[k], static_cast<int>(k / kColumns), static_cast<int>(k % kColumns));
    } else {
      panes_[k]->view().clear();
    }
    panes_[k]->setVisible(there);
  }
  for (int line = 0; line < 2; ++line) {  // All of one size, whatever is in them.
    const auto used = [&](std::size_t from) { return count_ > from ? 1 : 0; };
    grid_->setColumnStretch(line, line == 0 ? 1 : used(1));
    grid_->setRowStretch(line, line == 0 ? 1 : used(kColumns));
  }
  own_->show();
  emit arranged();
  showAll(active_);  // It may be shown in another way beside others.
  if (focused) {
    plot_->setFocus(Qt::OtherFocusReason);
  }
}

FigureView& PaneBoard::view(std::size_t pane) const {
  return pane == active_ ? *plot_ : panes_.at(pane)->view();
}

void PaneBoard::setSharesScales(bool shares) {
  if (shares != sharesScales_) {
    sharesScales_ = shares;
    showAll(count_);
  }
}

void PaneBoard::setFigure(std::size_t pane, std::shared_ptr<const Figure> figure,
                          const std::optional<Zoom>& window) {
  Shown& shown = shown_.at(pane);
  shown.figure = std::move(figure);
  shown.window = window;
  if (shown.figure == nullptr) {
    shown.scaled = nullptr;
    view(pane).clear();
  }
  showAll(pane);
}

// Another figure in one pane may have given new scales to all. `changed` is set in any case.
void PaneBoard::showAll(std::size_t changed) {
  std::vector<std::shared_ptr<const Figure>> scaled;
  for (std::size_t k = 0; k < count_; ++k) {
    scaled.push_back(shown_[k].figure);
  }
  if (sharesScales_) {
    scaled = onSharedScales(scaled);
  }
  for (std::size_t k = 0; k < count_; ++k) {
    Shown& shown = shown_[k];
    if (scaled[k] != nullptr && (k == changed || scaled[k] != shown.scaled)) {
      shown.scaled = scaled[k];
      view(k).setFigure(shown.scaled, shown.window);
    }
  }
}

}  // namespace poscope
