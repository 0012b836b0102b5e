#include "app/plot/grid_model.h"

#include <algorithm>

#include "core/base/numbers.h"

namespace poscope {
namespace {

// Cells that are computed together: about what a screen shows.
constexpr int kBlockRows = 32;
constexpr int kBlockColumns = 16;
constexpr int kKeptBlocks = 256;

QString readable(const DataCell& cell) {
  if (const auto* number = std::get_if<double>(&cell)) {
    return QString::fromStdString(exactText(*number));
  }
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
    return QString::fromStdString(exactText(static_cast<double>(*integer)));
  }
  std::string text;
  appendCell(text, cell);
  return QString::fromStdString(text);
}

// A grid and the figure that it points into.
struct KeptGrid {
  std::shared_ptr<const Figure> figure;
  DataGrid grid;
};

}  // namespace

GridModel::GridModel(QObject* parent) : QAbstractTableModel(parent), blocks_(kKeptBlocks) {}

void GridModel::setGrid(std::shared_ptr<const Figure> figure, std::optional<DataGrid> grid,
                        const QString& masked) {
  beginResetModel();
  masked_ = masked;
  blocks_.clear();
  grid_.reset();
  if (grid) {
    auto kept = std::make_shared<const KeptGrid>(KeptGrid{std::move(figure), std::move(*grid)});
    grid_ = std::shared_ptr<const DataGrid>(kept, &kept->grid);
  }
  endResetModel();
}

int GridModel::rowCount(const QModelIndex& parent) const {
  return grid_ == nullptr || parent.isValid()
             ? 0
             : static_cast<int>(std::min(grid_->rows(), kMostLines));
}

int GridModel::columnCount(const QModelIndex& parent) const {
  return grid_ == nullptr || parent.isValid()
             ? 0
             : static_cast<int>(std::min(grid_->columns(), kMostLines + 1));
}

DataCell GridModel::cellAt(int row, int column) const {
  const std::pair<int, int> key{row / kBlockRows, column / kBlockColumns};
  const IndexRange rows{std::int64_t{key.first} * kBlockRows, 1,
                        std::min(kBlockRows, rowCount() - key.first * kBlockRows)};
  const IndexRange columns{std::int64_t{key.second} * kBlockColumns, 1,
                           std::min(kBlockColumns, columnCount() - key.second * kBlockColumns)};
  const std::vector<DataCell>* block = blocks_.object(key);
  if (block == nullptr) {
    auto cells = grid_->read(rows, columns, {});
    auto* made = new std::vector<DataCell>(
        cells ? std::move(*cells)
              : std::vector<DataCell>(static_cast<std::size_t>(rows.count * columns.count)));
    blocks_.insert(key, made);
    block = made;
  }
  const std::int64_t at = (row - rows.first) * columns.count + (column - columns.first);
  return (*block)[static_cast<std::size_t>(at)];
}

QVariant GridModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || grid_ == nullptr) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    const bool words = std::holds_alternative<std::string>(cellAt(index.row(), index.column()));
    return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole) {
    return grid_->masked(index.row(), index.column())
               ? masked_
               : readable(cellAt(index.row(), index.column()));
  }
  if (role == Qt::EditRole) {
    std::string text;
    appendCell(text, cellAt(index.row(), index.column()));
    return QString::fromStdString(text);
  }
  return {};
}

QVariant GridModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (grid_ == nullptr || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)) {
    return {};
  }
  return orientation == Qt::Vertical ? QVariant(readable(cellAt(section, 0)))
                                     : QVariant(QString::fromStdString(grid_->heading(section)));
}

}  // namespace poscope
