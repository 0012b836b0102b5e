#include "app/plot/table_widget.h"

#include <algorithm>
#include <cmath>

namespace poscope {
namespace {

constexpr int kBottom = 8;

}  // namespace

TableWidget::TableWidget(QWidget* parent)
    : PanelWidget(parent), title_(new PanelTitle(this)), table_(new TableView(this)) {
  connect(table_, &TableView::actionRequested, this, &PanelWidget::actionRequested);
  connect(table_, &TableView::subjectLit, this, &PanelWidget::subjectLit);
  connect(table_, &TableView::focusMoved, this, [this](const QRect& place) {
    emit focusMoved({table_->viewport()->mapTo(this, place.topLeft()), place.size()});
  });
}

bool TableWidget::shows(const Panel& panel) const {
  const auto* table = std::get_if<TablePanel>(&panel);
  return table != nullptr && !table->contents;
}

void TableWidget::setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                           const PlotStyle& style) {
  const auto& table = std::get<TablePanel>(panel);
  title_->setTitle(table.title, style);
  table_->setTable(std::move(figure), table, style);
}

double TableWidget::naturalWidth() const {
  return std::max(table_->naturalWidth(), title_->naturalWidth());
}

double TableWidget::layOut(double width) {
  const int room = qRound(width);
  constexpr int kLeft = static_cast<int>(TableGrid::kLineEdge);
  const int top = title_->place(room, 0);
  // Lines end where the last column does.
  const int whole = std::min(room, static_cast<int>(std::ceil(table_->naturalWidth())));
  const int height = table_->heightFor(whole);
  table_->setGeometry(kLeft, top, whole - 2 * kLeft, height);
  return top + height + kBottom;
}

}  // namespace poscope
