// A table in the window: read, selected and copied as any table, in the look of TableGrid. As
// high as its rows: who shows it scrolls.
#pragma once

#include <QTableView>
#include <memory>
#include <optional>
#include <string>

#include "app/plot/table_grid.h"
#include "app/plot/table_model.h"

namespace poscope {

/// Arrows move the current cell, with Shift they select, as dragging does; Return, Space or a click
/// triggers the action of a row or of a chip. Copies as tab-separated text.
class TableView final : public QTableView {
  Q_OBJECT

 public:
  explicit TableView(QWidget* parent);

  /// `figure` keeps `panel` alive.
  void setTable(std::shared_ptr<const Figure> figure, const TablePanel& panel,
                const PlotStyle& style);

  /// Less room around cells, from the next setTable() on.
  void setTight(bool tight) { tight_ = tight; }

  /// Of a panel that it fills but for TableGrid::kLineEdge on both sides.
  [[nodiscard]] double naturalWidth() const { return grid_ ? grid_->naturalWidth() : 0; }
  [[nodiscard]] double leastWidth() const { return grid_ ? grid_->leastWidth() : 0; }
  /// Sets columns and rows for a width of the panel; returns their height.
  int heightFor(double panelWidth);

  /// Rows about `subject` are shown as looked at; none for an empty one.
  void light(const std::string& subject);

  /// The selected cells, all when none is selected.
  void copy() const;
  void copyTable() const;

  /// Where a cell and, if it is one, its chip are in the viewport.
  [[nodiscard]] QRect cellArea(const QModelIndex& index) const;
  [[nodiscard]] QRectF chipArea(const QModelIndex& index) const;
  /// For the header, which is empty before setTable().
  void paintHeadings(QPainter& painter) const;
  /// The same over rows, with a line below.
  void paintHeadingsOver(QPainter& painter, const QRect& area) const;

 signals:
  void actionRequested(const poscope::Action& action);
  /// The current cell was moved to a place (in the viewport) that should be in view.
  void focusMoved(const QRect& place);
  /// The subject of the row under the mouse, or where the keyboard is; empty for none.
  void subjectLit(const std::string& subject);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void changeEvent(QEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  [[nodiscard]] std::size_t lineOf(int row) const;
  [[nodiscard]] QModelIndex clickable(const QPoint& at) const;
  void trigger(const QModelIndex& index);
  void hover(const QModelIndex& index);
  void lookAt(int row);
  [[nodiscard]] QRect rowArea(int row) const;
  [[nodiscard]] QRect selectedArea() const;
  void paintRow(QPainter& painter, int row) const;
  void retranslate();

  TableModel* model_;
  std::optional<TableGrid> grid_;
  PlotStyle style_;
  bool tight_ = false;
  QAction* copy_;
  QAction* copyTable_;
  QAction* openPage_;              ///< In the browser; there where a row names a page of the web.
  std::string lit_;                ///< The subject that is looked at, here or elsewhere.
  std::string told_;               ///< What subjectLit said last.
  int hovered_ = -1;               ///< The row under the mouse that a click would act on.
  QPersistentModelIndex pressed_;  ///< What a release triggers.
  bool keyboard_ = false;          ///< The keyboard is in use: show where it is.
};

}  // namespace poscope
