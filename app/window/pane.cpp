#include "app/window/pane.h"

#include <QEvent>
#include <QStyle>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/plot/figure_view.h"
#include "app/window/elided_button.h"

namespace poscope {

Pane::Pane(const Appearance& appearance, SharedCursor& cursor, QWidget* parent)
    : QFrame(parent),
      appearance_(appearance),
      column_(new QVBoxLayout(this)),
      heading_(new ElidedButton(this)),
      view_(new FigureView(this, &cursor)) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(2);
  column_->addWidget(heading_);
  column_->addWidget(view_, 1);
  heading_->setProperty("look", "pane");
  heading_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  heading_->setVisible(false);
  connect(heading_, &QToolButton::clicked, this, &Pane::chosen);
  connect(view_, &FigureView::clicked, this, &Pane::chosen);
  view_->setMinimumSize(160, 120);
  view_->setPictureFirst(true);
  view_->setAlone(true);
  view_->setTheme(appearance.themeKind());
  view_->setLanguage(appearance.language());
  connect(&appearance, &Appearance::themeChanged, this,
          [this] { view_->setTheme(appearance_.themeKind()); });
  connect(&appearance, &Appearance::languageChanged, this,
          [this] { view_->setLanguage(appearance_.language()); });
}

void Pane::setWords(const Text& words) {
  words_ = words;
  heading_->setVisible(!words.empty());
  retranslate();
}

void Pane::setActive(bool active) {
  heading_->setProperty("active", active);
  heading_->style()->unpolish(heading_);
  heading_->style()->polish(heading_);
  retranslate();
}

void Pane::hold(QWidget* content) {
  if (held_ == content) {
    return;
  }
  held_ = content;
  view_->setVisible(content == nullptr);
  if (content != nullptr) {
    view_->clear();
    column_->addWidget(content, 1);
  }
}

void Pane::retranslate() {
  const QString words = appearance_.say(words_);
  heading_->setWords(words);
  heading_->setAccessibleDescription(
      heading_->property("active").toBool() ? tr("This pane is edited") : QString());
}

void Pane::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QFrame::changeEvent(event);
}

}  // namespace poscope
