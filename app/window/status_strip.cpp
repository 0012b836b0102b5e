#include "app/window/status_strip.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/panel/appearance.h"
#include "app/window/actions.h"
#include "core/base/numbers.h"
#include "core/base/words.h"

namespace poscope {
namespace {

constexpr int kHeight = 28;
constexpr int kAnnouncedMilliseconds = 6000;
constexpr int kLeastNote = 160;
constexpr int kMostBackend = 240;

}  // namespace

StatusStrip::StatusStrip(const Appearance& appearance, const Actions& actions, QWidget* parent)
    : QWidget(parent), appearance_(appearance), actions_(actions) {
  setProperty("look", "bar");
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(kHeight);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(16, 0, 12, 0);
  line->setSpacing(20);
  backend_ = addLabel(line);
  time_ = addLabel(line);
  reference_ = addLabel(line);
  rounding_ = addLabel(line);
  line->addStretch(1);
  note_ = addLabel(line);
  language_ = addButton(line, nullptr);
  theme_ = addButton(line, nullptr);
  zoom_ = addButton(line, actions[Command::fit]);
  connect(language_, &QToolButton::clicked, this, &StatusStrip::switchLanguage);
  auto* menu = new QMenu(theme_);
  menu->addActions(
      {actions[Command::themeSystem], actions[Command::themeLight], actions[Command::themeDark]});
  theme_->setMenu(menu);
  theme_->setPopupMode(QToolButton::InstantPopup);
  announced_.setSingleShot(true);
  announced_.setInterval(kAnnouncedMilliseconds);
  connect(&announced_, &QTimer::timeout, this, [this] { announce({}); });
  retranslate();
}

// What comes and goes in them moves nothing beside them.
void StatusStrip::keepPlaces() {
  const auto widthOf = [this](const QString& longest) {
    return time_->fontMetrics().horizontalAdvance(longest) + 2;
  };
  time_->setMinimumWidth(widthOf(tr("%1 ms").arg(QStringLiteral("88,888"))));
  zoom_->setMinimumWidth(widthOf(tr("%1 %").arg(QStringLiteral("88,888"))) + 10);
  QSizePolicy stays = zoom_->sizePolicy();
  stays.setRetainSizeWhenHidden(true);
  zoom_->setSizePolicy(stays);
}

QLabel* StatusStrip::addLabel(QHBoxLayout* line) {
  auto* label = new QLabel(this);
  label->setProperty("look", "muted");
  label->setFont(textFont(FontSize::small));
  line->addWidget(label);
  return label;
}

QToolButton* StatusStrip::addButton(QHBoxLayout* line, QAction* action) {
  auto* button = new QToolButton(this);
  button->setProperty("look", "quiet");
  button->setFont(textFont(FontSize::small));
  button->setFocusPolicy(Qt::StrongFocus);
  if (action != nullptr) {
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
  }
  line->addWidget(button);
  return button;
}

void StatusStrip::switchLanguage() {
  actions_.languageChoices().at(nextLanguage())->trigger();
}

// The place of the row after the language in force; after the last comes the first.
std::size_t StatusStrip::nextLanguage() const {
  return (static_cast<std::size_t>(appearance_.language()) + 1) % languages().size();
}

void StatusStrip::setBackend(const BackendInfo& info) {
  info_ = info;
  retranslate();
}

void StatusStrip::setMilliseconds(double milliseconds) {
  milliseconds_ = milliseconds;
  retranslate();
}

void StatusStrip::setPixelNote(const Text& note) {
  noteText_ = note;
  retranslate();
}

void StatusStrip::setZoom(double factor) {
  factor_ = factor;
  retranslate();
}

void StatusStrip::announce(const QString& words) {
  announcement_ = words;
  if (!words.isEmpty()) {
    announced_.start();
  }
  retranslate();
}

void StatusStrip::retranslate() {
  const QString name = backend();
  backend_->setText(backend_->fontMetrics().elidedText(name, Qt::ElideRight, kMostBackend));
  const QString what =
      info_.reason.empty() ? tr("Where the numbers are computed") : appearance_.say(info_.reason);
  backend_->setToolTip(backend_->text() == name ? what : QStringLiteral("%1\n%2").arg(name, what));
  const int digits = milliseconds_ < 10 ? 1 : 0;
  time_->setText(milliseconds_ < 0 ? QString()
                                   : tr("%1 ms").arg(QString::number(milliseconds_, 'f', digits)));
  time_->setToolTip(tr("Time to compute this picture"));
  reference_->setText(tr("reference fp64"));
  rounding_->setText(tr("nearest, ties to even"));
  language_->setText(QString::fromStdString(joinWords(languages(), &LanguageRow::mark, " / ")));
  language_->setToolTip(
      tr("Switch to %1", "the name of a language")
          .arg(QString::fromStdString(std::string(languages()[nextLanguage()].name))));
  language_->setAccessibleName(tr("Language"));
  theme_->setText(appearance_.themeKind() == ThemeKind::dark ? tr("Dark") : tr("Light"));
  theme_->setToolTip(tr("Theme"));
  theme_->setAccessibleName(tr("Theme"));
  const double percent = std::round(factor_ * 100);
  zoom_->setText(
      tr("%1 %").arg(QString::fromStdString(groupedInteger(static_cast<std::int64_t>(percent)))));
  zoom_->setVisible(factor_ > 0);
  zoom_->setToolTip(tr("Zoom; click to show everything"));
  zoom_->setAccessibleName(tr("Zoom %1").arg(zoom_->text()));
  keepPlaces();
  placeNote();
}

QString StatusStrip::backend() const {
  return appearance_.say(info_.description);
}

QString StatusStrip::note() const {
  return announcement_.isEmpty() ? appearance_.say(noteText_) : announcement_;
}

void StatusStrip::placeNote() {
  const QString words = note();
  int room = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
  for (const QWidget* part : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (part != note_ && (part == zoom_ || !part->isHidden())) {
      room -= std::max(part->sizeHint().width(), part->minimumWidth()) + layout()->spacing();
    }
  }
  // A long path must not widen the window.
  note_->setText(
      note_->fontMetrics().elidedText(words, Qt::ElideMiddle, std::max(room - 8, kLeastNote)));
  note_->setToolTip(note_->text() == words ? QString() : words);
}

void StatusStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeNote();
}

void StatusStrip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
    retranslate();
  }
  QWidget::changeEvent(event);
}

}  // namespace poscope
