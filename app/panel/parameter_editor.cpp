#include "app/panel/parameter_editor.h"

#include <algorithm>
#include <array>

#include "app/panel/appearance.h"
#include "app/panel/choice_editor.h"
#include "app/panel/number_editor.h"
#include "app/panel/recipe_editor.h"
#include "app/panel/stages_editor.h"
#include "app/panel/word_editors.h"

namespace poscope {
namespace {

template <typename Editor>
ParameterEditor* make(const EditorSource& source, QWidget* parent) {
  return new Editor(source, parent);
}

// In the order of ParameterType.
constexpr std::array<EditorMaker, 7> kMakers{
    &make<NumberEditor>, &make<NumberEditor>, &make<ChoiceEditor>, &make<ChoiceEditor>,
    &make<RecipeEditor>, &make<FlagEditor>,   &make<TextEditor>,
};

}  // namespace

ParameterEditor::ParameterEditor(const EditorSource& source, QWidget* parent)
    : QWidget(parent), source_(source) {}

QString ParameterEditor::labelOf(const std::string& value) const {
  return source_.appearance.say(choiceLabel(source_.spec, value));
}

QString ParameterEditor::name() const {
  return QString::fromStdString(source_.spec.name);
}

QString ParameterEditor::role() const {
  const std::string& name = source_.spec.name;
  const auto& schema = source_.view.schema;
  const bool hasB = std::any_of(schema.begin(), schema.end(),
                                [](const ParameterSpec& spec) { return spec.name == "b"; });
  if (name == "a" || (name == "format" && hasB)) {
    return QStringLiteral("a");
  }
  return name == "b" ? QStringLiteral("b") : QString();
}

QString ParameterEditor::title() const {
  return source_.appearance.say(parameterLabel(source_.view.id, source_.spec));
}

bool ParameterEditor::isChanged(const Params& params) const {
  const auto changed = params.changed();
  return std::any_of(changed.begin(), changed.end(),
                     [this](const auto& entry) { return entry.first == source_.spec.name; });
}

bool ParameterEditor::sets(const std::string& name) const {
  return name == source_.spec.name;
}

void ParameterEditor::reset() {
  emit resetRequested(name());
}

ParameterEditor* makeEditor(const EditorSource& source, QWidget* parent) {
  return kMakers.at(static_cast<std::size_t>(source.spec.type))(source, parent);
}

ParameterEditor* makeStagesEditor(const EditorSource& source, QWidget* parent) {
  return make<StagesEditor>(source, parent);
}

}  // namespace poscope
