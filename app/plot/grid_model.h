// A picture's numbers as Qt's views and screen readers read them: what a csv file of it holds.
#pragma once

#include <QAbstractTableModel>
#include <QCache>
#include <memory>
#include <optional>

#include "core/figure/data_grid.h"
#include "core/state/state.h"

namespace poscope {

/// Column 0 is the axis. Cells are computed when they are looked at, some at once, and forgotten
/// again: a million rows cost what a screen of them costs.
class GridModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// More rows or columns are not shown: no view can hold them.
  static constexpr std::int64_t kMostLines = std::int64_t{1} << 20;

  explicit GridModel(QObject* parent = nullptr);

  /// `figure` is kept; cells that do not exist read `masked`. Without a grid the model is empty.
  void setGrid(std::shared_ptr<const Figure> figure, std::optional<DataGrid> grid,
               const QString& masked = {});
  [[nodiscard]] const DataGrid* grid() const { return grid_.get(); }
  /// For work in the background, which may outlive the model.
  [[nodiscard]] std::shared_ptr<const DataGrid> sharedGrid() const { return grid_; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  /// Display: as people read it; edit: as the file has it.
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  /// Rows are called by their axis.
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role) const override;

 private:
  [[nodiscard]] DataCell cellAt(int row, int column) const;

  std::shared_ptr<const DataGrid> grid_;
  QString masked_;
  mutable QCache<std::pair<int, int>, std::vector<DataCell>> blocks_;
};

}  // namespace poscope
