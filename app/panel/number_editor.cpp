#include "app/panel/number_editor.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/panel/appearance.h"
#include "app/panel/log_slider.h"
#include "app/panel/number_box.h"
#include "app/panel/play_button.h"
#include "core/base/numbers.h"

namespace poscope {
namespace {

// The least number that the slider and the steps reach; smaller ones can be typed.
double leastOffered(const ParameterSpec& spec) {
  return spec.above ? spec.minimum + 1 : spec.minimum;
}

}  // namespace

NumberEditor::NumberEditor(const EditorSource& source, QWidget* parent)
    : ParameterEditor(source, parent), box_(new NumberBox(source.appearance, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(box_);
  connect(box_, &NumberBox::submitted, this,
          [this](const QString& text) { emit edited(name(), meant(text), 0); });
  connect(box_, &QLineEdit::textEdited, this, &ParameterEditor::typing);
  connect(box_, &NumberBox::stepped, this, &NumberEditor::step);
  if (canRun(source.spec)) {
    addPlayButton();
  }
  if (source.spec.scale == ParameterScale::log2) {
    slider_ = new LogSlider(leastOffered(source.spec), source.spec.maximum, this);
    column->addWidget(slider_);
    connect(slider_, &LogSlider::moved, this,
            [this](double number, int gesture) { emit edited(name(), written(number), gesture); });
  }
  setFocusProxy(box_);
  NumberEditor::retranslate();
}

void NumberEditor::addPlayButton() {
  play_ = new PlayButton(source_.appearance, box_);
  box_->setButton(play_);
  connect(play_, &QToolButton::clicked, this, [this] { source_.play.toggle(source_.spec.name); });
}

void NumberEditor::setPlaying(bool playing) {
  if (play_ != nullptr && play_->isPlaying() != playing) {
    play_->setPlaying(playing);
    labelPlay();
  }
}

void NumberEditor::labelPlay() {
  const Text label = parameterLabel(source_.view.id, source_.spec);
  play_->setToolTip(source_.appearance.say(
      {play_->isPlaying() ? "window.play.pause" : "window.play.play", {{"parameter", label}}}));
  play_->setAccessibleName(play_->toolTip());
}

QString NumberEditor::written(double number) const {
  const ParameterSpec& spec = source_.spec;
  double fitting = std::clamp(number, leastOffered(spec), spec.maximum);
  if (spec.type == ParameterType::integer) {
    fitting = spec.even ? std::round(fitting / 2) * 2 : std::round(fitting);
    return QString::number(static_cast<qint64>(fitting));
  }
  return QString::fromStdString(exactDecimal(fitting));
}

// A word that stands for a number ("steepest") is shown and typed in the language in force.
QString NumberEditor::shown(const std::string& text) const {
  const std::string& automatic = source_.spec.automatic;
  return !automatic.empty() && text == automatic ? labelOf(automatic)
                                                 : QString::fromStdString(text);
}

QString NumberEditor::meant(const QString& typed) const {
  const std::string& automatic = source_.spec.automatic;
  const bool word =
      !automatic.empty() && typed.trimmed().compare(labelOf(automatic), Qt::CaseInsensitive) == 0;
  return word ? QString::fromStdString(automatic) : typed;
}

void NumberEditor::step(int steps) {
  const ParameterSpec& spec = source_.spec;
  const bool page = std::abs(steps) > 1;
  const double sign = steps > 0 ? 1 : -1;
  if (page && spec.scale == ParameterScale::log2) {
    emit edited(name(), written(steps > 0 ? number_ * 2 : std::floor(number_ / 2)), 0);
    return;
  }
  const double unit = spec.even ? 2 : 1;
  emit edited(name(), written(number_ + sign * unit * (page ? 16 : 1)), 0);
}

void NumberEditor::setParams(const Params& params) {
  value_ = params.written(source_.spec.name);
  const bool integer = source_.spec.type == ParameterType::integer;
  number_ = integer ? static_cast<double>(params.integer({{source_.spec.name}}))
                    : params.real({source_.spec.name});
  box_->setNumber(shown(value_));
  if (slider_ != nullptr) {
    slider_->setNumber(number_);
  }
}

void NumberEditor::setWrong(bool wrong) {
  box_->setWrong(wrong);
}

void NumberEditor::retranslate() {
  const QString label = source_.appearance.say(parameterLabel(source_.view.id, source_.spec));
  box_->setAccessibleName(label);
  box_->setNumber(shown(value_));
  if (play_ != nullptr) {
    labelPlay();
  }
  if (slider_ != nullptr) {
    slider_->setAccessibleName(tr("%1, slider").arg(label));
  }
}

}  // namespace poscope
