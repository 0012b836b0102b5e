#include "app/export/frame_controls.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include "core/state/find_spec.h"

namespace poscope {

FrameControls::FrameControls(QWidget* parent, QFormLayout* form)
    : QObject(parent),
      form_(form),
      parameter_(new QComboBox(parent)),
      range_(new QWidget(parent)),
      from_(new QLineEdit(range_)),
      to_(new QLineEdit(range_)),
      step_(new QLineEdit(range_)) {
  auto* line = new QHBoxLayout(range_);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(6);
  line->addWidget(from_, 1);
  line->addWidget(new QLabel(QStringLiteral("–"), range_));
  line->addWidget(to_, 1);
  auto* word = new QLabel(tr("step"), range_);
  word->setBuddy(step_);
  line->addWidget(word);
  line->addWidget(step_);
  step_->setFixedWidth(step_->fontMetrics().horizontalAdvance(QStringLiteral("x1.0905")));
  from_->setAccessibleName(tr("First value"));
  to_->setAccessibleName(tr("Last value"));
  step_->setAccessibleName(tr("Step"));
  step_->setToolTip(tr("What a frame adds (16), or what it multiplies by (x2)"));
  parameter_->setToolTip(
      tr("Frames are numbered files, one for each value of a parameter: for a film."));
  form->addRow(tr("&Frames"), parameter_);
  form->addRow(tr("&Values"), range_);
  form->setRowVisible(parameter_, false);
  form->setRowVisible(range_, false);
  connect(parameter_, &QComboBox::currentIndexChanged, this, &FrameControls::choose);
  for (QLineEdit* box : {from_, to_, step_}) {
    connect(box, &QLineEdit::textChanged, this, &FrameControls::changed);
  }
}

void FrameControls::offer(const State& state, Language language) {
  const QSignalBlocker quiet(parameter_);
  state_ = state;
  parameter_->clear();
  parameter_->addItem(tr("One picture"));
  for (const ParameterSpec& spec : state.params.schema()) {
    if (canRun(spec) && !spec.hidden && hasEffect(spec, state.params)) {
      const auto label = renderPlain(parameterLabel(state.view, spec), language);
      parameter_->addItem(tr("For each value: %1").arg(QString::fromStdString(label)),
                          QString::fromStdString(spec.name));
    }
  }
  form_->setRowVisible(parameter_, parameter_->count() > 1);
}

const ParameterSpec* FrameControls::chosen() const {
  return findSpec(state_.params.schema(), parameter_->currentData().toString().toStdString());
}

// Its usual range, to begin with.
void FrameControls::choose() {
  const ParameterSpec* const spec = chosen();
  form_->setRowVisible(range_, spec != nullptr);
  if (spec != nullptr) {
    const FrameTexts texts = writtenRange(standardRange(*spec));
    const QSignalBlocker quietFrom(from_);
    const QSignalBlocker quietTo(to_);
    const QSignalBlocker quietStep(step_);
    from_->setText(QString::fromStdString(texts.from));
    to_->setText(QString::fromStdString(texts.to));
    step_->setText(QString::fromStdString(texts.step));
  }
  emit changed();
}

Result<std::optional<Frames>> FrameControls::frames() const {
  const ParameterSpec* const spec = chosen();
  if (spec == nullptr) {
    return std::optional<Frames>();
  }
  const auto range = readRange(
      state_.params, spec->name,
      {from_->text().toStdString(), to_->text().toStdString(), step_->text().toStdString()});
  if (!range) {
    return usageError(inWordsOf(state_.view, state_.params.schema(), range.error().text));
  }
  return std::optional(Frames{spec->name, valuesOf(*spec, *range)});
}

void FrameControls::setEnabled(bool enabled) {
  parameter_->setEnabled(enabled);
  range_->setEnabled(enabled);
}

}  // namespace poscope
