#include "app/window/tab_order.h"

#include <QApplication>
#include <QScrollArea>
#include <algorithm>

namespace poscope {
namespace {

constexpr int kMargin = 24;  ///< Pixels in view around what the keyboard moved to.

bool takesTab(const QWidget& widget) {
  return widget.isVisible() && widget.isEnabled() && widget.focusProxy() == nullptr &&
         (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
}

QRect areaOf(const QWidget& widget) {
  return {widget.mapTo(widget.window(), QPoint()), widget.size()};
}

// Row by row: what overlaps the first of a row by its middle stands in it.
void sortAsRead(std::vector<QWidget*>& widgets) {
  std::stable_sort(widgets.begin(), widgets.end(), [](const QWidget* one, const QWidget* other) {
    return areaOf(*one).top() < areaOf(*other).top();
  });
  for (auto row = widgets.begin(); row != widgets.end();) {
    const int bottom = areaOf(**row).bottom();
    const auto end = std::find_if(row, widgets.end(), [bottom](const QWidget* widget) {
      return areaOf(*widget).center().y() > bottom;
    });
    std::stable_sort(row, std::max(end, row + 1), [](const QWidget* one, const QWidget* other) {
      return areaOf(*one).left() < areaOf(*other).left();
    });
    row = std::max(end, row + 1);
  }
}

void show(QWidget& widget) {
  for (QWidget* parent = widget.parentWidget(); parent != nullptr;
       parent = parent->parentWidget()) {
    if (auto* area = qobject_cast<QScrollArea*>(parent)) {
      area->ensureWidgetVisible(&widget, 0, kMargin);
    }
  }
}

}  // namespace

std::vector<QWidget*> tabOrder(const std::vector<QWidget*>& regions) {
  std::vector<QWidget*> order;
  for (QWidget* region : regions) {
    std::vector<QWidget*> found;
    if (takesTab(*region)) {
      found.push_back(region);
    }
    for (QWidget* widget : region->findChildren<QWidget*>()) {
      if (takesTab(*widget) && widget->window() == region->window()) {
        found.push_back(widget);
      }
    }
    sortAsRead(found);
    order.insert(order.end(), found.begin(), found.end());
  }
  return order;
}

bool moveFocus(const std::vector<QWidget*>& regions, bool next) {
  const std::vector<QWidget*> order = tabOrder(regions);
  if (order.empty()) {
    return false;
  }
  const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
  const auto found = std::find(order.begin(), order.end(), QApplication::focusWidget());
  std::ptrdiff_t index = next ? 0 : last;
  if (found != order.end()) {
    const auto now = found - order.begin();
    index = next ? (now == last ? 0 : now + 1) : (now == 0 ? last : now - 1);
  }
  QWidget* const target = order[static_cast<std::size_t>(index)];
  target->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  show(*target);
  return true;
}

}  // namespace poscope
