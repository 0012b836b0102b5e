#include "app/panel/choice_editor.h"

#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/chip_row.h"
#include "app/panel/quiet_combo.h"

namespace poscope {
namespace {

constexpr std::size_t kMostChips = 6;
constexpr int kHeight = 28;

}  // namespace

ChoiceEditor::ChoiceEditor(const EditorSource& source, QWidget* parent)
    : ParameterEditor(source, parent), combo_(new QuietCombo(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  setMinimumHeight(kHeight);
  if (choiceValues(source.spec).size() <= kMostChips) {
    chips_ = new ChipRow(role(), this);
    chips_->setVisible(false);
    column->addWidget(chips_);
    connect(chips_, &ChipRow::chosen, this,
            [this](const QString& value) { emit edited(name(), value, 0); });
  }
  column->addWidget(combo_);
  connect(combo_, &QComboBox::activated, this,
          [this](int index) { emit edited(name(), combo_->itemData(index).toString(), 0); });
  ChoiceEditor::retranslate();
}

// The focus stays with the choice when its control becomes the other one.
void ChoiceEditor::arrange() {
  const bool asChips = chips_ != nullptr && chips_->neededWidth() <= width();
  const bool focused = isAncestorOf(focusWidget()) && focusWidget()->hasFocus();
  if (chips_ != nullptr) {
    chips_->setVisible(asChips);
  }
  combo_->setVisible(!asChips);
  setFocusProxy(asChips ? nullptr : combo_);
  if (focused && !asChips) {
    combo_->setFocus();
  }
}

void ChoiceEditor::resizeEvent(QResizeEvent* event) {
  ParameterEditor::resizeEvent(event);
  arrange();
}

void ChoiceEditor::setParams(const Params& params) {
  value_ = QString::fromStdString(params.written(source_.spec.name));
  combo_->chooseData(value_);
  if (chips_ != nullptr) {
    chips_->setValue(value_);
    arrange();  // A value that is not offered first has a chip of its own.
  }
}

void ChoiceEditor::retranslate() {
  const QString label = source_.appearance.say(parameterLabel(source_.view.id, source_.spec));
  const auto chipsOf = [this](const std::vector<std::string>& values) {
    std::vector<Chip> chips;
    chips.reserve(values.size());
    for (const std::string& value : values) {
      chips.push_back({QString::fromStdString(value), labelOf(value)});
    }
    return chips;
  };
  const std::vector<Chip> offered = chipsOf(choiceValues(source_.spec));
  const std::vector<Chip> others = chipsOf(source_.spec.others);
  combo_->setAccessibleName(label);
  combo_->clear();
  for (const std::vector<Chip>* part : {&offered, &others}) {
    for (const Chip& chip : *part) {
      combo_->addItem(itemOf(chip.value.toStdString()), chip.value);
    }
  }
  combo_->chooseData(value_);
  if (chips_ != nullptr) {
    chips_->setAccessibleName(label);
    chips_->setChips(offered, others);
    chips_->setValue(value_);
    arrange();
  }
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
