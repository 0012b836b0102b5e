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
  for (const StageSpec& stage : stagesOf(source_.spec.scheme)) {
    auto* label = new QLabel(this);
    auto* settings = new QuietCombo(this);
    label->setProperty("look", "muted");
    settings->setProperty("look", "small");
    const int row = static_cast<int>(settings_.size());
    grid->addWidget(label, row, 0);
    grid->addWidget(settings, row, 1);
    labels_.push_back(label);
    settings_.push_back(settings);
    const QString key = QString::fromStdString(prefix() + std::string(stage.name()));
    connect(settings, &QComboBox::activated, this, [this, settings, key](int index) {
      emit edited(key, settings->itemData(index).toString(), 0);
    });
  }
  StagesEditor::retranslate();
}

void StagesEditor::setParams(const Params& params) {
  value_ = params.recipe({{source_.spec.name}});
  for (std::size_t stage = 0; stage < settings_.size(); ++stage) {
    settings_.at(stage)->chooseData(QString::fromStdString(value_.settings.at(stage)));
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
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const QString word = appearance.say(stageLabel(stages[stage]));
    labels_.at(stage)->setText(word);
    QuietCombo* settings = settings_.at(stage);
    settings->setAccessibleName(tr("%1, %2").arg(title(), word));
    settings->clear();
    for (const std::string& id : stageSettings(stages[stage])) {
      settings->addItem(appearance.say(settingLabel(stages[stage], id)),
                        QString::fromStdString(id));
    }
    if (!value_.settings.empty()) {
      settings->chooseData(QString::fromStdString(value_.settings.at(stage)));
    }
  }
}

}  // namespace poscope
