#include "app/panel/stages_editor.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/panel/quiet_combo.h"

namespace poscope {

StagesEditor::StagesEditor(const EditorSource& source, QWidget* parent)
    : ParameterEditor(source, parent) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  const auto stages = stagesOf(source_.spec.scheme);
  for (std::size_t place = 0; place < stages.size(); ++place) {
    const StageSpec& stage = stages[place];
    if (decidedStage(source_.spec, stage.name()) != nullptr) {
      continue;
    }
    auto* label = new QLabel(this);
    auto* settings = new QuietCombo(this);
    label->setProperty("look", "muted");
    settings->setProperty("look", "small");
    const int row = static_cast<int>(rows_.size());
    grid->addWidget(label, row, 0);
    grid->addWidget(settings, row, 1);
    rows_.push_back({place, label, settings});
    const QString key = QString::fromStdString(prefix() + std::string(stage.name()));
    connect(settings, &QComboBox::activated, this, [this, settings, key](int index) {
      emit edited(key, settings->itemData(index).toString(), 0);
    });
  }
  StagesEditor::retranslate();
}

void StagesEditor::setParams(const Params& params) {
  value_ = params.recipe({{source_.spec.name}});
  for (const Row& row : rows_) {
    row.settings->chooseData(QString::fromStdString(value_.settings.at(row.stage)));
  }
}

QString StagesEditor::title() const {
  return tr("Stages of %1", "side")
      .arg(source_.spec.name == "b" ? QStringLiteral("B") : QStringLiteral("A"));
}

bool StagesEditor::isChanged(const Params& params) const {
  const auto changed = params.changed();
  return std::any_of(changed.begin(), changed.end(),
                     [this](const auto& entry) { return entry.first.starts_with(prefix()); });
}

bool StagesEditor::sets(const std::string& name) const {
  return name.starts_with(prefix());
}

// A recipe is chosen as it is published.
void StagesEditor::reset() {
  emit edited(name(), QString::fromStdString(value_.id), 0);
}

void StagesEditor::retranslate() {
  const Appearance& appearance = source_.appearance;
  const auto stages = stagesOf(source_.spec.scheme);
  for (const Row& row : rows_) {
    const StageSpec& stage = stages[row.stage];
    const QString word = appearance.say(stageLabel(stage));
    row.label->setText(word);
    row.settings->setAccessibleName(tr("%1, %2").arg(title(), word));
    row.settings->clear();
    for (const std::string& id : stageSettings(stage)) {
      row.settings->addItem(appearance.say(settingLabel(stage, id)), QString::fromStdString(id));
    }
    if (!value_.settings.empty()) {
      row.settings->chooseData(QString::fromStdString(value_.settings.at(row.stage)));
    }
  }
}

}  // namespace poscope
