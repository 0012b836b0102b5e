#include "app/window/palette.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"

namespace poscope {
namespace {

constexpr int kPageRows = 8;  ///< Of Page Up and Page Down.

}  // namespace

Palette::Palette(PaletteParts parts, QWidget* window)
    : Overlay(window),
      parts_(std::move(parts)),
      box_(new QLineEdit(this)),
      list_(new QTreeWidget(this)),
      none_(new QLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 12, 12, 12);
  column->setSpacing(8);
  column->addWidget(box_);
  column->addWidget(list_, 1);
  column->addWidget(none_, 1);
  list_->setColumnCount(2);
  list_->setHeaderHidden(true);
  list_->setRootIsDecorated(false);
  list_->setProperty("look", "rows");
  list_->setUniformRowHeights(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);  // The keyboard stays in the box.
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  none_->setProperty("look", "muted");
  none_->setAlignment(Qt::AlignTop);
  none_->setWordWrap(true);
  setFocusProxy(box_);
  box_->installEventFilter(this);
  connect(box_, &QLineEdit::textChanged, this, &Palette::find);
  connect(list_, &QTreeWidget::itemClicked, this, &Palette::run);
}

const PaletteEntry* Palette::chosen() const {
  const int row = list_->indexOfTopLevelItem(list_->currentItem());
  return row < 0 ? nullptr : &found_[static_cast<std::size_t>(row)];
}

void Palette::prepare() {
  entries_ = paletteEntries(parts_);
  box_->setPlaceholderText(parts_.appearance.say("window.palette.prompt"));
  box_->setAccessibleName(box_->placeholderText());
  list_->setAccessibleName(box_->placeholderText());
  const QSignalBlocker quiet(box_);
  box_->clear();
  find({});
}

void Palette::find(const QString& words) {
  found_ = paletteMatches(words, entries_, parts_);
  list_->clear();
  for (const PaletteEntry& entry : found_) {
    const QString kind = parts_.appearance.say(entry.kind);
    auto* row = new QTreeWidgetItem(
        list_,
        {entry.title, entry.keys.isEmpty() ? kind : kind + QStringLiteral("   ") + entry.keys});
    row->setToolTip(0, entry.title);
    row->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    row->setForeground(1, parts_.appearance.colours().muted);
  }
  list_->setCurrentItem(list_->topLevelItem(0));
  const bool any = !found_.empty();
  list_->setVisible(any);
  none_->setVisible(!any);
  none_->setText(
      any ? QString()
          : parts_.appearance.say({"window.palette.none", {{"words", words.toStdString()}}}));
}

void Palette::run() {
  const PaletteEntry* const entry = chosen();
  if (entry == nullptr) {
    return;
  }
  const auto run = entry->run;  // It may fill the palette anew.
  leave();
  run();
}

void Palette::step(int rows) {
  const int count = list_->topLevelItemCount();
  if (count > 0) {
    const int now = list_->indexOfTopLevelItem(list_->currentItem());
    list_->setCurrentItem(list_->topLevelItem(std::clamp(now + rows, 0, count - 1)));
  }
}

bool Palette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == box_ && event->type() == QEvent::KeyPress) {
    switch (static_cast<const QKeyEvent*>(event)->key()) {
      case Qt::Key_Down:
        step(1);
        return true;
      case Qt::Key_Up:
        step(-1);
        return true;
      case Qt::Key_PageDown:
        step(kPageRows);
        return true;
      case Qt::Key_PageUp:
        step(-kPageRows);
        return true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        run();
        return true;
      default:
        break;
    }
  }
  return Overlay::eventFilter(watched, event);
}

QSize Palette::wantedSize() const {
  return {560, 420};
}

}  // namespace poscope
