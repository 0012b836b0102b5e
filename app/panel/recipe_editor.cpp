#include "app/panel/recipe_editor.h"

#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/quiet_combo.h"

namespace poscope {

RecipeEditor::RecipeEditor(const EditorSource& source, QWidget* parent)
    : ParameterEditor(source, parent), recipe_(new QuietCombo(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(recipe_);
  connect(recipe_, &QComboBox::activated, this,
          [this](int index) { emit edited(name(), recipe_->itemData(index).toString(), 0); });
  setFocusProxy(recipe_);
  RecipeEditor::retranslate();
}

void RecipeEditor::setParams(const Params& params) {
  value_ = QString::fromStdString(params.text({source_.spec.name}));
  recipe_->chooseData(value_);
  recipe_->setToolTip(source_.appearance.say(Text("recipe." + value_.toStdString() + ".about")));
}

void RecipeEditor::retranslate() {
  recipe_->setAccessibleName(title());
  recipe_->clear();
  for (const std::string& id : choiceValues(source_.spec)) {
    recipe_->addItem(labelOf(id), QString::fromStdString(id));
  }
  recipe_->chooseData(value_);
}

}  // namespace poscope
