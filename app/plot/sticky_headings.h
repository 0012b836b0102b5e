// The headings of a long table, kept in sight at the top while its rows scroll by.
#pragma once

#include <QPointer>
#include <QWidget>

namespace poscope {

class TableView;

/// Lies over the viewport of what scrolls.
class StickyHeadings final : public QWidget {
 public:
  explicit StickyHeadings(QWidget* viewport);

  /// Whether the headings of `table` are out of sight while rows of it are not; shows them then.
  bool follow(TableView& table);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPointer<TableView> table_;
};

}  // namespace poscope
