#include "app/plot/table_view.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QUrl>
#include <cmath>

namespace poscope {
namespace {

constexpr double kRadius = 6;

// Headings in the table's own type. A press on one selects its column.
class Headings final : public QHeaderView {
 public:
  explicit Headings(TableView* view) : QHeaderView(Qt::Horizontal, view), view_(view) {
    setSectionsClickable(true);
    setSectionResizeMode(QHeaderView::Fixed);
    setMinimumSectionSize(1);
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(viewport());
    view_->paintHeadings(painter);
  }

 private:
  const TableView* view_;
};

}  // namespace

TableView::TableView(QWidget* parent)
    : QTableView(parent),
      model_(new TableModel(this)),
      copy_(new QAction(this)),
      copyTable_(new QAction(this)),
      openPage_(new QAction(this)) {
  setModel(model_);
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, viewport(),
          qOverload<>(&QWidget::update));  // All of it: the frame is around old cells, too.
  setHorizontalHeader(new Headings(this));
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setMinimumSectionSize(1);
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAutoScroll(false);
  setSelectionMode(QAbstractItemView::ContiguousSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setTabKeyNavigation(false);
  setMouseTracking(true);
  setContextMenuPolicy(Qt::ActionsContextMenu);
  copy_->setShortcut(QKeySequence::Copy);
  copy_->setShortcutContext(Qt::WidgetShortcut);
  connect(copy_, &QAction::triggered, this, &TableView::copy);
  connect(copyTable_, &QAction::triggered, this, &TableView::copyTable);
  connect(openPage_, &QAction::triggered, this, [this] {
    QDesktopServices::openUrl(
        QUrl(QString::fromStdString(model_->actionOf(currentIndex()).address)));
  });
  openPage_->setVisible(false);
  addActions({copy_, copyTable_, openPage_});
  retranslate();
}

void TableView::retranslate() {
  copy_->setText(tr("Copy"));
  copyTable_->setText(tr("Copy table"));
  openPage_->setText(tr("Open in the browser"));
}

void TableView::setTable(std::shared_ptr<const Figure> figure, const TablePanel& panel,
                         const PlotStyle& style) {
  const QModelIndex before = currentIndex();
  style_ = style;
  grid_.emplace(panel, style);
  hovered_ = -1;
  if (tight_) {
    grid_->tighten();
  }
  model_->setTable(std::move(figure), panel, style.language);
  // The keyboard stays where it was, also where the rows are others now.
  if (hasFocus() && before.isValid() && !currentIndex().isValid()) {
    selectionModel()->setCurrentIndex(
        model_->index(std::min(before.row(), model_->rowCount() - 1),
                      std::min(before.column(), model_->columnCount() - 1)),
        QItemSelectionModel::NoUpdate);
  }
  horizontalHeader()->setVisible(grid_->hasHeadings());
  viewport()->update();
}

std::size_t TableView::lineOf(int row) const {
  return static_cast<std::size_t>(row) + (grid_->hasHeadings() ? 1 : 0);
}

int TableView::heightFor(double panelWidth) {
  if (!grid_) {
    return 0;
  }
  grid_->fit(panelWidth);
  const int last = model_->columnCount() - 1;
  int left = 0;
  for (int c = 0; c <= last; ++c) {
    const auto next = static_cast<std::size_t>(c) + 1;
    const double right = c == last ? panelWidth - TableGrid::kLineEdge
                                   : grid_->columnLeft(next) - 0.5 * grid_->columnGap();
    const int edge = std::max(left + 1, static_cast<int>(right - TableGrid::kLineEdge));
    horizontalHeader()->resizeSection(c, edge - left);
    left = edge;
  }
  const auto heightOf = [this](std::size_t line) {
    return static_cast<int>(std::ceil(grid_->height(line)));
  };
  int height = grid_->hasHeadings() ? heightOf(0) : 0;
  horizontalHeader()->setFixedHeight(height);
  for (int row = 0; row < model_->rowCount(); ++row) {
    verticalHeader()->resizeSection(row, heightOf(lineOf(row)));
    height += heightOf(lineOf(row));
  }
  return height;
}

void TableView::copy() const {
  const QItemSelection selection = selectionModel()->selection();
  QGuiApplication::clipboard()->setText(
      model_->tabSeparated(selection.isEmpty() ? model_->all() : selection.first()));
}

void TableView::copyTable() const {
  QGuiApplication::clipboard()->setText(model_->tabSeparated(model_->all()));
}

// The last column takes what is left, but its words do not.
QRect TableView::cellArea(const QModelIndex& index) const {
  QRect area = visualRect(index);
  if (index.column() == model_->columnCount() - 1) {
    const auto column = static_cast<std::size_t>(index.column());
    const double right = grid_->columnLeft(column) + grid_->columnWidth(column) +
                         0.5 * grid_->columnGap() - TableGrid::kLineEdge;
    area.setRight(std::min(area.right(), static_cast<int>(right)));
  }
  return area;
}

QRectF TableView::chipArea(const QModelIndex& index) const {
  return grid_
      ->chipArea(lineOf(index.row()), static_cast<std::size_t>(index.column()),
                 rowViewportPosition(index.row()))
      .translated(-TableGrid::kLineEdge, 0);
}

QModelIndex TableView::clickable(const QPoint& at) const {
  const QModelIndex index = indexAt(at);
  if (model_->actionOf(index).empty()) {
    return {};
  }
  const QRectF chip = chipArea(index);
  return chip.isEmpty() || chip.contains(at) ? index : QModelIndex();
}

void TableView::trigger(const QModelIndex& index) {
  const Action action = model_->actionOf(index);
  if (!action.empty()) {
    emit actionRequested(action);
  }
}

void TableView::mousePressEvent(QMouseEvent* event) {
  keyboard_ = false;
  const bool plain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
  pressed_ = plain ? clickable(event->position().toPoint()) : QModelIndex();
  QTableView::mousePressEvent(event);
  viewport()->update();
}

void TableView::mouseMoveEvent(QMouseEvent* event) {
  QTableView::mouseMoveEvent(event);
  hover(clickable(event->position().toPoint()));
  lookAt(indexAt(event->position().toPoint()).row());
}

void TableView::leaveEvent(QEvent* event) {
  QTableView::leaveEvent(event);
  hover({});
  lookAt(-1);
}

void TableView::light(const std::string& subject) {
  if (subject != lit_) {
    lit_ = subject;
    viewport()->update();
  }
}

void TableView::lookAt(int row) {
  std::string subject = row < 0 || !grid_ ? std::string() : grid_->source(lineOf(row))->subject;
  if (subject != told_) {
    told_ = std::move(subject);
    emit subjectLit(told_);
  }
}

void TableView::hover(const QModelIndex& index) {
  viewport()->setCursor(index.isValid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
  const bool whole = index.isValid() && chipArea(index).isEmpty();
  const int row = whole ? index.row() : -1;
  if (row != hovered_) {
    hovered_ = row;
    viewport()->update();
  }
  const bool page = index.isValid() && !model_->actionOf(index).address.empty();
  viewport()->setToolTip(page ? tr("Click copies the address; the menu opens it") : QString());
}

// A click is a press and a release on one place; what is dragged is selected.
void TableView::mouseReleaseEvent(QMouseEvent* event) {
  QTableView::mouseReleaseEvent(event);
  const QModelIndex index = clickable(event->position().toPoint());
  const bool clicked = index.isValid() && index == pressed_;
  pressed_ = QModelIndex();
  if (clicked && event->button() == Qt::LeftButton) {
    clearSelection();
    trigger(index);
  }
}

// Quick clicks on a chip are as many clicks.
void TableView::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event);
}

void TableView::keyPressEvent(QKeyEvent* event) {
  const bool modifier = event->key() >= Qt::Key_Shift && event->key() <= Qt::Key_Alt;
  keyboard_ = keyboard_ || !modifier;  // Ctrl before C says nothing of a place.
  viewport()->update();
  switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return trigger(currentIndex());
    default:
      QTableView::keyPressEvent(event);
  }
}

void TableView::focusInEvent(QFocusEvent* event) {
  keyboard_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  QTableView::focusInEvent(event);
  if (keyboard_ && currentIndex().isValid()) {
    emit focusMoved(visualRect(currentIndex()));
  }
}

// It is as high as its rows: the area around it scrolls.
void TableView::wheelEvent(QWheelEvent* event) {
  event->ignore();
}

void TableView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QTableView::changeEvent(event);
}

// A pressed row stays where it is: it would move away from under the mouse.
void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  openPage_->setVisible(!model_->actionOf(current).address.empty());
  if (keyboard_) {
    lookAt(current.row());
  }
  if (current.isValid() && (keyboard_ || state() == DragSelectingState)) {
    emit focusMoved(visualRect(current));
  }
}

QRect TableView::selectedArea() const {
  const QItemSelection selection = selectionModel()->selection();
  return selection.isEmpty() ? QRect()
                             : cellArea(selection.first().topLeft())
                                   .united(cellArea(selection.first().bottomRight()));
}

// Selected rows of the figure first, then what the user selected, which is framed, then the words.
void TableView::paintEvent(QPaintEvent* event) {
  if (!grid_) {
    return;
  }
  const Theme& colours = style_.colours();
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(event->rect(), colours.surface);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colours.accentBackground);
  for (int row = 0; row < model_->rowCount(); ++row) {
    const TableRow& source = *grid_->source(lineOf(row));
    const bool marked = source.selected;
    const bool lit = !lit_.empty() && source.subject == lit_;
    if (marked || lit || row == hovered_) {
      painter.setBrush(marked ? colours.accentBackground : colours.sunken);
      painter.drawRoundedRect(rowArea(row), kRadius, kRadius);
    }
  }
  const QRectF selected = selectedArea();
  painter.fillRect(selected, colours.accentBackground);
  for (int row = 0; row < model_->rowCount(); ++row) {
    paintRow(painter, row);
  }
  const bool ring = keyboard_ && hasFocus() && currentIndex().isValid();
  const QRectF current = ring ? cellArea(currentIndex()) : QRect();
  painter.setBrush(Qt::NoBrush);
  if (!selected.isEmpty() && selected != current) {
    painter.setPen(colours.accent);
    painter.drawRect(selected.adjusted(0.5, 0.5, -0.5, -0.5));
  }
  if (ring) {
    painter.setPen(QPen(colours.accent, 2));
    painter.drawRoundedRect(current.adjusted(1, 1, -1, -1), kRadius, kRadius);
  }
}

void TableView::paintHeadingsOver(QPainter& painter, const QRect& area) const {
  painter.fillRect(area, style_.colours().surface);
  painter.fillRect(area.left(), area.bottom(), area.width(), 1, style_.colours().border);
  paintHeadings(painter);
}

void TableView::paintHeadings(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(horizontalHeader()->rect(), style_.colours().surface);
  painter.translate(-TableGrid::kLineEdge, 0);
  const std::size_t columns = grid_ && grid_->hasHeadings() ? grid_->cellCount(0) : 0;
  for (std::size_t column = 0; column < columns; ++column) {
    grid_->paintCell(painter, 0, column, 0);
  }
}

QRect TableView::rowArea(int row) const {
  return {0, rowViewportPosition(row), viewport()->width(), rowHeight(row)};
}

void TableView::paintRow(QPainter& painter, int row) const {
  const std::size_t line = lineOf(row);
  const QRect area = rowArea(row);
  constexpr int kInset = static_cast<int>(TableGrid::kEdge - TableGrid::kLineEdge);
  if (line > 0) {
    painter.fillRect(area.left() + kInset, area.top(), area.width() - 2 * kInset, 1,
                     style_.colours().grid);
  }
  painter.save();
  painter.translate(-TableGrid::kLineEdge, 0);
  for (std::size_t column = 0; column < grid_->cellCount(line); ++column) {
    grid_->paintCell(painter, line, column, area.top());
  }
  if (row == hovered_) {  // As a link is.
    const QRectF words = grid_->wordsArea(line, grid_->linkColumn(line), area.top());
    painter.fillRect(QRectF(words.left(), words.bottom(), words.width(), 1),
                     style_.colours().accent);
  }
  painter.restore();
}

}  // namespace poscope
