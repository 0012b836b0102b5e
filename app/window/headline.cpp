#include "app/window/headline.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/plot/html_text.h"
#include "app/window/balanced_label.h"

namespace poscope {
namespace {

constexpr double kLarge = 1.5;  ///< Times the size at a desk.

}  // namespace

Headline::Headline(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      question_(new BalancedLabel(this)),
      sentence_(new BalancedLabel(this)),
      explanation_(new BalancedLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  for (BalancedLabel* label : {question_, sentence_, explanation_}) {
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
  }
  question_->setProperty("look", "muted");
  explanation_->setProperty("look", "muted");
  setLarge(false);
}

void Headline::setLarge(bool large) {
  const auto sized = [large](FontSize size, QFont::Weight weight) {
    QFont font = textFont(size, weight);
    font.setPixelSize(qRound(font.pixelSize() * (large ? kLarge : 1)));
    return font;
  };
  question_->setFont(sized(FontSize::base, QFont::Normal));
  sentence_->setFont(sized(FontSize::headline, QFont::DemiBold));
  explanation_->setFont(sized(FontSize::base, QFont::Normal));
}

void Headline::setBrief(bool brief) {
  question_->setVisible(!brief);
  explanation_->setVisible(!brief);
}

void Headline::setFinding(const Finding& finding) {
  finding_ = finding;
  hint_ = {};
  refresh();
}

void Headline::setHint(const Text& hint) {
  hint_ = hint;
  refresh();
}

QString Headline::sentence() const {
  return appearance_.say(finding_.sentence);
}

void Headline::refresh() {
  question_->setText(appearance_.html(finding_.question));
  sentence_->setText(appearance_.html(finding_.sentence));
  const QString hint = coloured(appearance_.say(hint_), appearance_.colours().text);
  explanation_->setText(hint_.empty()
                            ? appearance_.html(finding_.explanation)
                            : appearance_.html(finding_.explanation) + QLatin1Char(' ') + hint);
  sentence_->setAccessibleName(sentence());
}

void Headline::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
    refresh();
  }
  QWidget::changeEvent(event);
}

}  // namespace poscope
