#include "app/panel/word_editors.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QStyle>

#include "app/panel/appearance.h"
#include "app/panel/switch_box.h"

namespace poscope {

FlagEditor::FlagEditor(const EditorSource& source, QWidget* parent)
    : ParameterEditor(source, parent), box_(new SwitchBox(source.appearance, this)) {
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(box_);
  line->addStretch(1);
  connect(box_, &QAbstractButton::clicked, this, [this](bool on) {
    emit edited(name(), on ? QStringLiteral("on") : QStringLiteral("off"), 0);
  });
  setFocusProxy(box_);
  FlagEditor::retranslate();
}

void FlagEditor::setParams(const Params& params) {
  box_->setChecked(params.flag({{source_.spec.name}}));
}

void FlagEditor::retranslate() {
  box_->setAccessibleName(source_.appearance.say(parameterLabel(source_.view.id, source_.spec)));
}

TextEditor::TextEditor(const EditorSource& source, QWidget* parent)
    : ParameterEditor(source, parent), line_(new QLineEdit(this)) {
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(line_);
  connect(line_, &QLineEdit::editingFinished, this, [this] {
    if (line_->text() != value_) {
      emit edited(name(), line_->text(), 0);
    }
  });
  connect(line_, &QLineEdit::textEdited, this, &ParameterEditor::typing);
  setFocusProxy(line_);
  TextEditor::retranslate();
}

void TextEditor::setParams(const Params& params) {
  value_ = QString::fromStdString(params.text({source_.spec.name}));
  setWrong(false);
  if (line_->text() != value_) {
    line_->setText(value_);
  }
}

void TextEditor::setWrong(bool wrong) {
  line_->setProperty("wrong", wrong);
  style()->unpolish(line_);
  style()->polish(line_);
}

void TextEditor::retranslate() {
  line_->setAccessibleName(source_.appearance.say(parameterLabel(source_.view.id, source_.spec)));
}

}  // namespace poscope
