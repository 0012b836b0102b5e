#include "app/panel/parameter_panel.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/parameter_row.h"
#include "app/panel/section.h"

namespace poscope {

ParameterPanel::ParameterPanel(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      title_(makeSectionTitle(this)),
      column_(makeSection(this)) {
  column_->addWidget(title_);
  retranslate();
}

void ParameterPanel::build(const View& view) {
  for (ParameterRow* row : rows_) {
    column_->removeWidget(row);
    // An editor of the row may be what led here.
    row->hide();
    row->deleteLater();
  }
  rows_.clear();
  view_ = &view;
  for (const ParameterSpec& spec : view.schema) {
    // The compare mode stands in the top bar.
    if (spec.hidden || (view.compares && spec.name == "show")) {
      continue;
    }
    auto* row = new ParameterRow({view, spec, appearance_}, this);
    connect(row, &ParameterRow::edited, this, &ParameterPanel::edited);
    connect(row, &ParameterRow::resetRequested, this, &ParameterPanel::resetRequested);
    column_->addWidget(row);
    rows_.push_back(row);
  }
}

void ParameterPanel::setParams(const View& view, const Params& params) {
  if (view_ != &view) {
    build(view);
  }
  for (ParameterRow* row : rows_) {
    row->setParams(params);
  }
}

void ParameterPanel::setError(const QString& name, const Text& error) {
  const std::string owner = name.section(QLatin1Char('.'), 0, 0).toStdString();
  for (ParameterRow* row : rows_) {
    if (row->name() == owner) {
      row->setError(error);
    }
  }
}

void ParameterPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QWidget::changeEvent(event);
}

void ParameterPanel::retranslate() {
  title_->setText(tr("Parameters"));
  for (ParameterRow* row : rows_) {
    row->retranslate();
  }
}

}  // namespace poscope
