#include "app/panel/play_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/panel/appearance.h"
#include "app/panel/line_icon.h"
#include "app/panel/number_box.h"
#include "app/panel/quiet_combo.h"
#include "core/base/numbers.h"

namespace poscope {
namespace {

constexpr int kStepWidth = 56;

QLabel* makeWord(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setProperty("look", "muted");
  label->setFont(textFont(FontSize::small));
  return label;
}

QComboBox* makeCombo(std::size_t items, QWidget* parent) {
  auto* combo = new QuietCombo(parent);
  combo->setProperty("look", "small");
  combo->setFont(textFont(FontSize::small));
  combo->setMinimumContentsLength(4);
  for (std::size_t k = 0; k < items; ++k) {
    combo->addItem(QString());
  }
  return combo;
}

}  // namespace

PlayBar::PlayBar(const Appearance& appearance, const PlayControls& controls, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      controls_(controls),
      from_(new NumberBox(appearance, this)),
      to_(new NumberBox(appearance, this)),
      step_(new NumberBox(appearance, this)),
      until_(makeWord(this)),
      stepWord_(makeWord(this)),
      speed_(makeCombo(kPlaySpeeds.size(), this)),
      mode_(makeCombo(kPlayModes.size(), this)),
      rate_(makeWord(this)),
      close_(new QToolButton(this)),
      error_(new QLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* range = new QHBoxLayout;
  auto* settings = new QHBoxLayout;
  for (QHBoxLayout* line : {range, settings}) {
    line->setSpacing(4);
    column->addLayout(line);
  }
  addRange(range);
  addSettings(settings);
  error_->setProperty("look", "error");
  error_->setFont(textFont(FontSize::small));
  error_->setWordWrap(true);
  error_->setVisible(false);
  column->addWidget(error_);
  drawIcon();
  retranslate();
}

void PlayBar::addRange(QHBoxLayout* line) {
  line->addWidget(from_, 1);
  line->addWidget(until_);
  line->addWidget(to_, 1);
  line->addWidget(stepWord_);
  line->addWidget(step_);
  step_->setFixedWidth(kStepWidth);
  for (NumberBox* box : {from_, to_, step_}) {
    box->setFont(textFont(FontSize::small));
    box->hidePower();
    box->setMinimumWidth(kStepWidth);
    box->setProperty("look", "small");
    connect(box, &NumberBox::submitted, this,
            [this, box](const QString& text) { submit(box, text); });
    connect(box, &QLineEdit::textEdited, this, [this] { showError({}); });
  }
}

void PlayBar::addSettings(QHBoxLayout* line) {
  line->addWidget(speed_);
  line->addWidget(mode_, 1);
  line->addWidget(rate_);
  line->addWidget(close_);
  close_->setProperty("look", "icon");
  close_->setFixedSize(20, 20);
  close_->setFocusPolicy(Qt::TabFocus);
  connect(close_, &QToolButton::clicked, this, [this] { controls_.close(); });
  for (QComboBox* combo : {speed_, mode_}) {
    connect(combo, &QComboBox::activated, this, &PlayBar::choose);
  }
}

// A number is taken with the other two as they are in force.
void PlayBar::submit(NumberBox* typed, const QString& text) {
  FrameTexts range = state_.range;
  std::string& changed = typed == from_ ? range.from : typed == to_ ? range.to : range.step;
  changed = text.toStdString();
  const auto set = controls_.setRange(range);
  showError(set ? Text() : set.error().text);
  typed->setWrong(!set);
}

void PlayBar::choose() {
  controls_.setSettings({kPlaySpeeds.at(static_cast<std::size_t>(speed_->currentIndex())),
                         static_cast<PlayMode>(mode_->currentIndex())});
}

void PlayBar::showError(const Text& error) {
  errorText_ = error;
  error_->setText(appearance_.say(error));
  error_->setVisible(!error.empty());
}

void PlayBar::setState(const PlayState& state) {
  if (state.parameter != state_.parameter || !(state.range == state_.range)) {
    from_->setNumber(QString::fromStdString(state.range.from));
    to_->setNumber(QString::fromStdString(state.range.to));
    step_->setNumber(QString::fromStdString(state.range.step));
    showError({});
  }
  state_ = state;
  const auto speed =
      std::find(kPlaySpeeds.begin(), kPlaySpeeds.end(), state.settings.speed) - kPlaySpeeds.begin();
  speed_->setCurrentIndex(static_cast<int>(speed));
  mode_->setCurrentIndex(static_cast<int>(state.settings.mode));
  speed_->setVisible(!state.stepwise);
  const bool slow = state.playing && state.rate > 0;
  rate_->setText(slow             ? rateWords(state.rate)
                 : state.stepwise ? appearance_.say("window.play.stepwise")
                                  : QString());
  rate_->setToolTip(slow ? appearance_.say("window.play.rate.help") : QString());
}

QString PlayBar::rateWords(double rate) const {
  return appearance_.say({"window.play.rate", {{"rate", shortDecimal(rate, 3)}}});
}

void PlayBar::drawIcon() {
  close_->setIcon(
      lineIcon(appearance_.colours().muted, 1.5, {{4.5, 4.5, 11.5, 11.5}, {11.5, 4.5, 4.5, 11.5}}));
}

void PlayBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    drawIcon();
  }
  QWidget::changeEvent(event);
}

void PlayBar::retranslate() {
  until_->setText(QStringLiteral("–"));
  stepWord_->setText(appearance_.say("window.play.step"));
  from_->setAccessibleName(appearance_.say("window.play.from"));
  to_->setAccessibleName(appearance_.say("window.play.to"));
  step_->setAccessibleName(appearance_.say("window.play.step"));
  step_->setToolTip(appearance_.say("window.play.step.help"));
  for (std::size_t k = 0; k < kPlaySpeeds.size(); ++k) {
    speed_->setItemText(static_cast<int>(k),
                        appearance_.say({"window.play.speed", {{"speed", kPlaySpeeds.at(k)}}}));
  }
  speed_->setToolTip(appearance_.say("window.play.speed.help"));
  speed_->setAccessibleName(speed_->toolTip());
  for (std::size_t k = 0; k < kPlayModes.size(); ++k) {
    mode_->setItemText(static_cast<int>(k),
                       appearance_.say(Text(std::string("window.play.") + kPlayModes.at(k))));
  }
  mode_->setToolTip(appearance_.say("window.play.mode.help"));
  mode_->setAccessibleName(mode_->toolTip());
  // A rate that comes and goes moves nothing.
  rate_->setMinimumWidth(rate_->fontMetrics().horizontalAdvance(rateWords(88.8)) + 2);
  close_->setToolTip(appearance_.say("window.play.close"));
  close_->setAccessibleName(close_->toolTip());
  error_->setText(appearance_.say(errorText_));
  setState(state_);
}

}  // namespace poscope
