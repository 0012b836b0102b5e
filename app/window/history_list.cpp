#include "app/window/history_list.h"

#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/window/state_model.h"

namespace poscope {

HistoryList::HistoryList(const Appearance& appearance, StateModel& model, QWidget* window)
    : Overlay(window),
      appearance_(appearance),
      model_(model),
      title_(new QLabel(this)),
      list_(new QListWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(8);
  column->addWidget(title_);
  column->addWidget(list_, 1);
  title_->setFont(textFont(FontSize::base, QFont::DemiBold));
  list_->setProperty("look", "rows");
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setTextElideMode(Qt::ElideRight);
  setFocusProxy(list_);
  // itemActivated comes with Return or with a (double) click, as the system has it; a click is
  // enough everywhere.
  const auto go = [this](const QListWidgetItem* item) {
    const int step = list_->row(item);
    leave();
    model_.undoStack().setIndex(step);
  };
  connect(list_, &QListWidget::itemClicked, this, go);
  connect(list_, &QListWidget::itemActivated, this, go);
}

void HistoryList::prepare() {
  title_->setText(appearance_.say("window.history.title"));
  list_->setAccessibleName(title_->text());
  list_->clear();
  const std::vector<Text> steps = model_.history();
  list_->addItem(appearance_.say(steps.empty() ? "window.history.empty" : "window.history.start"));
  for (const Text& step : steps) {
    list_->addItem(appearance_.say(step));
  }
  const int now = model_.undoStack().index();
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* const item = list_->item(row);
    item->setToolTip(item->text());
    if (row > now) {
      item->setForeground(appearance_.colours().muted);
    }
  }
  list_->setCurrentRow(now);
  list_->scrollToItem(list_->currentItem());
}

QSize HistoryList::wantedSize() const {
  const int rows = std::min(list_->count(), 16);
  return {420, 60 + rows * std::max(list_->sizeHintForRow(0), 20)};
}

}  // namespace poscope
