#include "app/plot/table_model.h"

#include <algorithm>

namespace poscope {
namespace {

int columnsOf(const TablePanel& panel) {
  std::size_t columns = panel.columns.size();
  for (const TableRow& row : panel.rows) {
    columns = std::max(columns, row.cells.size());
  }
  return static_cast<int>(columns);
}

}  // namespace

void TableModel::setTable(std::shared_ptr<const Figure> figure, const TablePanel& panel,
                          Language language) {
  const int columns = columnsOf(panel);
  const bool same = panel_ != nullptr && panel_->name == panel.name && columns_ == columns &&
                    panel_->rows.size() == panel.rows.size();
  if (!same) {
    beginResetModel();
  }
  panel_ = &panel;
  figure_ = std::move(figure);  // After the old panel, which the old figure held.
  columns_ = columns;
  language_ = language;
  if (!same) {
    endResetModel();
  } else if (rowCount() > 0 && columns > 0) {
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columns - 1);
    emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
  }
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return panel_ == nullptr || parent.isValid() ? 0 : static_cast<int>(panel_->rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns_;
}

QString TableModel::words(const Text& text) const {
  return text.empty() ? QString() : QString::fromStdString(renderPlain(text, language_));
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::AccessibleDescriptionRole && !actionOf(index).empty()) {
    return tr("Press Return to choose it");
  }
  if (index.isValid() && role == Qt::ToolTipRole) {
    return words(panel_->rows[static_cast<std::size_t>(index.row())].help);
  }
  const bool isWords = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
  if (!index.isValid() || !isWords) {
    return {};
  }
  const auto& cells = panel_->rows[static_cast<std::size_t>(index.row())].cells;
  const auto column = static_cast<std::size_t>(index.column());
  return column < cells.size() ? words(cells[column].text) : QString();
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  const bool isWords = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
  if (!isWords || panel_ == nullptr) {
    return {};
  }
  if (orientation == Qt::Vertical) {
    return data(index(section, 0), role);
  }
  const auto column = static_cast<std::size_t>(section);
  return column < panel_->columns.size() ? words(panel_->columns[column].title) : QString();
}

Action TableModel::actionOf(const QModelIndex& index) const {
  if (!index.isValid()) {
    return {};
  }
  const TableRow& row = panel_->rows[static_cast<std::size_t>(index.row())];
  const auto column = static_cast<std::size_t>(index.column());
  const bool chip = column < row.cells.size() && !row.cells[column].action.empty();
  return chip ? row.cells[column].action : row.action;
}

QItemSelectionRange TableModel::all() const {
  return {index(0, 0), index(rowCount() - 1, columnCount() - 1)};
}

QString TableModel::tabSeparated(const QItemSelectionRange& range) const {
  // One cell of a table with one row is a cell, not a column.
  const bool columns = range.height() == rowCount() && (rowCount() > 1 || range == all());
  QString text;
  const auto add = [&text](QString words) {
    text += words.replace(QLatin1Char('\t'), QLatin1Char(' '))
                .replace(QLatin1Char('\n'), QLatin1Char(' '));
  };
  for (int row = columns && !panel_->columns.empty() ? range.top() - 1 : range.top();
       row <= range.bottom(); ++row) {
    for (int column = range.left(); column <= range.right(); ++column) {
      text += column > range.left() ? QStringLiteral("\t") : QString();
      add(row < range.top() ? headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                            : data(index(row, column), Qt::DisplayRole).toString());
    }
    text += QLatin1Char('\n');
  }
  return text;
}

}  // namespace poscope
