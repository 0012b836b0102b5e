#include "app/panel/inspector_panel.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/detail_view.h"
#include "app/panel/section.h"

namespace poscope {

InspectorPanel::InspectorPanel(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      title_(makeSectionTitle(this)),
      hint_(new QLabel(this)),
      details_(new DetailView(appearance, this)),
      range_(new DetailView(appearance, this)) {
  auto* column = makeSection(this);
  column->addWidget(title_);
  column->addWidget(hint_);
  column->addWidget(details_);
  column->addWidget(range_);
  hint_->setProperty("look", "muted");
  hint_->setFont(textFont(FontSize::small));
  hint_->setWordWrap(true);
  clear();
  setRange({});
  retranslate();
}

void InspectorPanel::setDetail(const Detail& detail) {
  if (detail.rows.empty()) {
    return;
  }
  hint_->setVisible(false);
  details_->setVisible(true);
  details_->setRows(detail.rows);
}

void InspectorPanel::clear() {
  hint_->setVisible(true);
  details_->setVisible(false);
  details_->setRows({});
}

void InspectorPanel::setRange(const std::vector<DetailRow>& rows) {
  range_->setVisible(!rows.empty());
  range_->setRows(rows);
}

void InspectorPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QWidget::changeEvent(event);
}

void InspectorPanel::retranslate() {
  title_->setText(tr("Readings"));
  hint_->setText(tr("Point at the plot to read exact values."));
  details_->setAccessibleName(tr("Values under the cursor"));
  range_->setAccessibleName(tr("Values in the marked range"));
}

}  // namespace poscope
