#include "app/plot/sticky_headings.h"

#include <QHeaderView>
#include <QPainter>

#include "app/plot/table_view.h"

namespace poscope {

StickyHeadings::StickyHeadings(QWidget* viewport) : QWidget(viewport) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

bool StickyHeadings::follow(TableView& table) {
  const int heading = table.horizontalHeader()->isHidden() ? 0 : table.horizontalHeader()->height();
  const QPoint corner = table.mapTo(parentWidget(), QPoint(0, 0));
  const bool shown = heading > 0 && corner.y() < 0 && corner.y() + table.height() > 2 * heading;
  if (shown) {
    table_ = &table;
    setGeometry(corner.x(), 0, table.width(), heading + 1);
    raise();
    update();
  }
  setVisible(shown);
  return shown;
}

void StickyHeadings::paintEvent(QPaintEvent* /*event*/) {
  if (table_ == nullptr) {
    return;
  }
  QPainter painter(this);
  table_->paintHeadingsOver(painter, rect());
}

}  // namespace poscope
