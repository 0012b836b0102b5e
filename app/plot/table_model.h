// A table of a figure as Qt's views and screen readers read it.
#pragma once

#include <QAbstractTableModel>
#include <QItemSelection>
#include <memory>

#include "core/figure/figure.h"

namespace poscope {

/// Rows and columns as the panel has them; the headings stand in the horizontal header, and a row
/// is called by its first cell.
class TableModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// `figure` keeps `panel` alive. Selection and place of the views stay where the table is the
  /// same one with other words.
  void setTable(std::shared_ptr<const Figure> figure, const TablePanel& panel, Language language);

  /// What a click on the cell asks for: its own action, or that of its row. Its parameter is empty
  /// for nothing.
  [[nodiscard]] Action actionOf(const QModelIndex& index) const;
  /// Lines of cells with tabs between them; with the headings where whole columns are meant.
  [[nodiscard]] QString tabSeparated(const QItemSelectionRange& range) const;
  [[nodiscard]] QItemSelectionRange all() const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role) const override;

 private:
  [[nodiscard]] QString words(const Text& text) const;

  std::shared_ptr<const Figure> figure_;
  const TablePanel* panel_ = nullptr;
  int columns_ = 0;
  Language language_ = Language::english;
};

}  // namespace poscope
