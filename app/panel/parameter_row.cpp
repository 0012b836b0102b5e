#include "app/panel/parameter_row.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"

namespace poscope {
namespace {

constexpr int kLabelWidth = 92;

bool atDefault(const Params& params, const std::string& name) {
  const auto changed = params.changed();
  return std::none_of(changed.begin(), changed.end(), [&](const auto& entry) {
    return entry.first == name || entry.first.starts_with(name + ".");
  });
}

}  // namespace

ParameterRow::ParameterRow(const EditorSource& source, QWidget* parent)
    : QWidget(parent),
      source_(source),
      editor_(makeEditor(source, this)),
      label_(new QLabel(this)),
      reset_(new QToolButton(this)),
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
  connect(reset_, &QToolButton::clicked, this, &ParameterRow::requestReset);
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
  reset_->setText(QStringLiteral("•"));
  reset_->setProperty("look", "quiet");
  reset_->setFocusPolicy(Qt::TabFocus);
  QSizePolicy keepsPlace = reset_->sizePolicy();
  keepsPlace.setRetainSizeWhenHidden(true);
  reset_->setSizePolicy(keepsPlace);
  reset_->setFixedWidth(16);
  return holder;
}

void ParameterRow::requestReset() {
  emit resetRequested(QString::fromStdString(name()));
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == label_ && event->type() == QEvent::MouseButtonDblClick) {
    requestReset();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void ParameterRow::setParams(const Params& params) {
  editor_->setParams(params);
  reset_->setVisible(!atDefault(params, name()));
  setError({});
}

void ParameterRow::setError(const Text& error) {
  errorText_ = inWordsOf(source_.view.id, source_.view.schema, error);
  error_->setText(source_.appearance.say(errorText_));
  error_->setVisible(!error.empty());
  if (!error.empty()) {
    editor_->setWrong(true);
  }
}

void ParameterRow::retranslate() {
  const Appearance& appearance = source_.appearance;
  const QString help = appearance.say(parameterHelp(source_.view.id, source_.spec));
  label_->setText(appearance.say(parameterLabel(source_.view.id, source_.spec)));
  label_->setToolTip(tr("%1\nDouble-click to reset.").arg(help));
  editor_->setToolTip(help);
  editor_->setAccessibleDescription(help);
  reset_->setToolTip(tr("Back to the default"));
  reset_->setAccessibleName(tr("Reset %1").arg(label_->text()));
  error_->setText(appearance.say(errorText_));
  editor_->retranslate();
}

}  // namespace poscope
