// The entries of a ContentsWidget.
#pragma once

#include <QListView>
#include <memory>

#include "app/plot/style.h"
#include "app/plot/table_model.h"

class QAction;

namespace poscope {

/// One entry for each row of a table, drawn on two lines.
class ContentsList final : public QListView {
  Q_OBJECT

 public:
  explicit ContentsList(QWidget* parent);

  void setTable(std::shared_ptr<const Figure> figure, const TablePanel& panel,
                const PlotStyle& style);
  [[nodiscard]] const TableRow* row(int index) const;
  [[nodiscard]] const PlotStyle& plotStyle() const { return style_; }
  [[nodiscard]] QString words(const TableRow& row, std::size_t column) const;
  /// "distance only: bad", a line for each column that stands in no words in the entry.
  [[nodiscard]] QString rest(const TableRow& row) const;
  [[nodiscard]] double widestEntry() const;

 signals:
  void chosen(const poscope::Action& action);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();
  void choose(const QModelIndex& index);

  TableModel* model_;
  QAction* copy_;
  const TablePanel* panel_ = nullptr;  ///< Kept alive by the model's figure.
  PlotStyle style_;
};

}  // namespace poscope
