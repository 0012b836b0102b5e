#include "app/plot/contents_widget.h"

#include <algorithm>

#include "app/plot/contents_list.h"

namespace poscope {
namespace {

constexpr double kNarrowest = 200;
constexpr double kWidest = 300;

}  // namespace

ContentsWidget::ContentsWidget(QWidget* parent)
    : PanelWidget(parent), title_(new PanelTitle(this)), list_(new ContentsList(this)) {
  connect(list_, &ContentsList::chosen, this, &PanelWidget::actionRequested);
}

bool ContentsWidget::shows(const Panel& panel) const {
  const auto* table = std::get_if<TablePanel>(&panel);
  return table != nullptr && table->contents;
}

void ContentsWidget::setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                              const PlotStyle& style) {
  const auto& table = std::get<TablePanel>(panel);
  title_->setTitle(table.title, style);
  list_->setTable(std::move(figure), table, style);
}

double ContentsWidget::naturalWidth() const {
  const double scrollBar = 12;
  return std::clamp(list_->widestEntry() + scrollBar, kNarrowest, kWidest);
}

double ContentsWidget::leastWidth() const {
  return kNarrowest;
}

QWidget& ContentsWidget::spoken() {
  return *list_;
}

// Its list takes the height that it is given.
double ContentsWidget::layOut(double width) {
  const int top = title_->place(qRound(width), 0);
  constexpr int kSide = 8;
  list_->setGeometry(kSide, top, std::max(1, qRound(width) - kSide), std::max(1, height() - top));
  return height();
}

void ContentsWidget::resizeEvent(QResizeEvent* event) {
  PanelWidget::resizeEvent(event);
  layOut(width());
}

}  // namespace poscope
