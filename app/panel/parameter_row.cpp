#include "app/panel/parameter_row.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/play_bar.h"
#include "app/panel/reset_button.h"

namespace poscope {
namespace {

constexpr int kLabelWidth = 92;

}  // namespace

ParameterRow::ParameterRow(const EditorSource& source, QWidget* parent, EditorMaker makesEditor)
    : QWidget(parent),
      source_(source),
      editor_(makesEditor(source, this)),
      label_(new QLabel(this)),
      reset_(new ResetButton(source.appearance, this)),
      error_(new QLabel(this)) {
  error_->setProperty("look", "error");
  error_->setFont(textFont(FontSize::small));
  error_->setWordWrap(true);
  error_->setVisible(false);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  QWidget* label = makeLabel();
  if (editor_->wide()) {
    grid->addWidget(label, 0, 0);
    grid->addWidget(editor_, 1, 0);
    grid->addWidget(error_, 2, 0);
  } else {
    label->setFixedWidth(kLabelWidth);
    grid->addWidget(label, 0, 0, Qt::AlignTop);
    grid->addWidget(editor_, 0, 1);
    grid->addWidget(error_, 1, 1);
    grid->setColumnStretch(1, 1);
  }
  connect(editor_, &ParameterEditor::edited, this, &ParameterRow::edited);
  connect(editor_, &ParameterEditor::resetRequested, this, &ParameterRow::resetRequested);
  connect(editor_, &ParameterEditor::typing, this, [this] {
    setError({});
    emit typing(QString::fromStdString(name()));
  });
  connect(reset_, &QToolButton::clicked, editor_, &ParameterEditor::reset);
  retranslate();
}

QWidget* ParameterRow::makeLabel() {
  auto* holder = new QWidget(this);
  auto* line = new QHBoxLayout(holder);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(2);
  line->addWidget(label_, 1);
  line->addWidget(reset_);
  holder->setMinimumHeight(editor_->wide() ? 20 : 28);
  label_->setProperty("look", "muted");
  label_->setBuddy(editor_);
  label_->setWordWrap(true);
  label_->installEventFilter(this);
  return holder;
}

bool ParameterRow::isChanged() const {
  return reset_->isNeeded();
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == label_ && event->type() == QEvent::MouseButtonDblClick) {
    editor_->reset();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void ParameterRow::enterEvent(QEnterEvent* event) {
  reset_->setPointedAt(true);
  QWidget::enterEvent(event);
}

void ParameterRow::leaveEvent(QEvent* event) {
  reset_->setPointedAt(false);
  QWidget::leaveEvent(event);
}

void ParameterRow::setParams(const Params& params) {
  editor_->setParams(params);
  reset_->setNeeded(editor_->isChanged(params));
  setError({});
  tellWhetherItMatters(params);
}

void ParameterRow::tellWhetherItMatters(const Params& params) {
  const bool matters = hasEffect(source_.spec, params);
  reason_ = matters ? Text() : needText(source_.view.id, source_.view.schema, source_.spec);
  editor_->setEnabled(matters);
  label_->setEnabled(matters);
  showHelp();
}

void ParameterRow::setPlay(const PlayState& state) {
  // The stages of a recipe have its name, too, and do not run.
  const bool ours = state.parameter == name() && canRun(source_.spec);
  editor_->setPlaying(ours && state.playing);
  if (ours && play_ == nullptr) {
    play_ = new PlayBar(source_.appearance, source_.play, this);
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->addWidget(play_, grid->rowCount(), 0, 1, grid->columnCount());
  }
  if (play_ != nullptr) {
    play_->setVisible(ours);
    if (ours) {
      play_->setState(state);
    }
  }
}

void ParameterRow::setError(const Text& error) {
  errorText_ = inWordsOf(source_.view.id, source_.view.schema, error);
  error_->setText(source_.appearance.say(errorText_));
  error_->setVisible(!error.empty());
  editor_->setWrong(!error.empty());
}

void ParameterRow::focusControl() const {
  for (QWidget* control : editor_->findChildren<QWidget*>()) {
    if ((control->focusPolicy() & Qt::TabFocus) != 0 && !control->isHidden() &&
        control->isEnabled()) {
      control->setFocus(Qt::TabFocusReason);  // Selects what is in a box.
      return;
    }
  }
}

void ParameterRow::showHelp() {
  const Appearance& appearance = source_.appearance;
  QString help = appearance.say(parameterHelp(source_.view.id, source_.spec));
  if (!reason_.empty()) {
    help += QLatin1Char('\n') + appearance.say(reason_);
  }
  label_->setToolTip(tr("%1\nDouble-click to reset.").arg(help));
  editor_->setToolTip(help);
  editor_->setAccessibleDescription(help);
}

void ParameterRow::retranslate() {
  const QString title = editor_->title();
  label_->setText(title);
  reset_->setToolTip(tr("Back to the default"));
  reset_->setAccessibleName(tr("Reset %1").arg(title));
  error_->setText(source_.appearance.say(errorText_));
  editor_->retranslate();
  if (play_ != nullptr) {
    play_->retranslate();
  }
  showHelp();
}

}  // namespace poscope
