#include "app/window/headline.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "app/panel/appearance.h"

namespace poscope {

Headline::Headline(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      question_(new QLabel(this)),
      sentence_(new QLabel(this)),
      explanation_(new QLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  for (QLabel* label : {question_, sentence_, explanation_}) {
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
  }
  question_->setProperty("look", "muted");
  explanation_->setProperty("look", "muted");
  sentence_->setFont(textFont(FontSize::headline, QFont::DemiBold));
}

void Headline::setFinding(const Finding& finding) {
  finding_ = finding;
  refresh();
}

QString Headline::sentence() const {
  return appearance_.say(finding_.sentence);
}

void Headline::refresh() {
  question_->setText(appearance_.html(finding_.question));
  sentence_->setText(appearance_.html(finding_.sentence));
  explanation_->setText(appearance_.html(finding_.explanation));
  sentence_->setAccessibleName(sentence());
}

void Headline::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
    refresh();
  }
  QWidget::changeEvent(event);
}

}  // namespace poscope
