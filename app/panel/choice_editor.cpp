#include "app/panel/choice_editor.h"

#include <QSignalBlocker>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/chip_row.h"
#include "app/panel/quiet_combo.h"

namespace poscope {
namespace {

constexpr std::size_t kMostChips = 6;

}  // namespace

ChoiceEditor::ChoiceEditor(const EditorSource& source, QWidget* parent)
    : ParameterEditor(source, parent),
      offered_(choiceValues(source.spec)),
      others_(source.spec.others) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  if (offered_.size() <= kMostChips) {
    chips_ = new ChipRow(role(), this);
    column->addWidget(chips_);
    connect(chips_, &ChipRow::chosen, this,
            [this](const QString& value) { emit edited(name(), value, 0); });
  } else {
    offered_.insert(offered_.end(), others_.begin(), others_.end());
    combo_ = new QuietCombo(this);
    column->addWidget(combo_);
    connect(combo_, &QComboBox::activated, this,
            [this](int index) { emit edited(name(), combo_->itemData(index).toString(), 0); });
    setFocusProxy(combo_);
  }
  ChoiceEditor::retranslate();
}

void ChoiceEditor::setParams(const Params& params) {
  value_ = QString::fromStdString(params.written(source_.spec.name));
  if (chips_ != nullptr) {
    chips_->setValue(value_);
  } else {
    combo_->chooseData(value_);
  }
}

void ChoiceEditor::retranslate() {
  const QString label = source_.appearance.say(parameterLabel(source_.view.id, source_.spec));
  if (chips_ != nullptr) {
    const auto chipsOf = [this](const std::vector<std::string>& values) {
      std::vector<Chip> chips;
      for (const std::string& value : values) {
        chips.push_back({QString::fromStdString(value), labelOf(value)});
      }
      return chips;
    };
    chips_->setAccessibleName(label);
    chips_->setChips(chipsOf(offered_), chipsOf(others_));
    chips_->setValue(value_);
    return;
  }
  combo_->setAccessibleName(label);
  combo_->clear();
  for (const std::string& value : offered_) {
    combo_->addItem(itemOf(value), QString::fromStdString(value));
  }
  combo_->chooseData(value_);
}

// "gpt-neox #1003: whole table in half precision".
QString ChoiceEditor::itemOf(const std::string& value) const {
  const QString label = labelOf(value);
  return source_.spec.about == nullptr
             ? label
             : tr("%1: %2", "a value and what it is about")
                   .arg(label, source_.appearance.say(source_.spec.about(value)));
}

}  // namespace poscope
