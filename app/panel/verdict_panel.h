// The numbers behind the verdicts of a figure: a table of A, B and what storage alone costs.
#pragma once

#include <QWidget>
#include <memory>

#include "core/figure/figure.h"

class QLabel;

namespace poscope {

class Appearance;
class TableView;

class VerdictPanel : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictPanel(const Appearance& appearance, QWidget* parent = nullptr);

  /// Hidden when the table has no rows. `of` as BadgeBar::setVerdicts.
  void setTable(const TablePanel& table, const Text& of = {});
  [[nodiscard]] TableView& table() const { return *view_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  [[nodiscard]] int place(int width) const;

  const Appearance& appearance_;
  QLabel* title_;
  QLabel* ofLabel_;
  TableView* view_;
  std::shared_ptr<const Figure> held_;  ///< Keeps the table alive that the view shows.
  Text of_;
};

}  // namespace poscope
