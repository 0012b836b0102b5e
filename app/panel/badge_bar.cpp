#include "app/panel/badge_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/panel/detail_view.h"
#include "app/panel/verdict_sign.h"
#include "app/plot/html_text.h"

namespace poscope {
namespace {

constexpr int kExplanationWidth = 380;
constexpr int kPadding = 28;  // Borders and paddings of a badge.

QFrame* makePopup(const Verdict& verdict, const Appearance& appearance, QWidget* parent) {
  auto* popup = new QFrame(parent, Qt::Popup);
  popup->setAttribute(Qt::WA_DeleteOnClose);
  popup->setProperty("look", "card");
  popup->setAccessibleName(appearance.say(verdict.title));
  auto* column = new QVBoxLayout(popup);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(8);
  const auto add = [&](const QString& html, const char* look, FontSize size) {
    auto* label = new QLabel(html, popup);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setProperty("look", look);
    label->setFont(textFont(size));
    column->addWidget(label);
  };
  const QColor colour = textColour(appearance.colours(), verdict.role);
  add(coloured(verdictSign(verdict.role), colour) + QStringLiteral("&nbsp; <b>") +
          appearance.say(verdict.title).toHtmlEscaped() + QStringLiteral("</b>&nbsp; ") +
          appearance.html(verdict.summary),
      "plain", FontSize::base);
  if (!verdict.explanation.empty()) {
    add(appearance.html(verdict.explanation), "muted", FontSize::small);
  }
  if (!verdict.rows.empty()) {
    auto* rows = new DetailView(appearance, popup);
    rows->setRows(verdict.rows);
    column->addWidget(rows);
  }
  popup->setFixedWidth(kExplanationWidth);
  return popup;
}

}  // namespace

BadgeBar::BadgeBar(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      line_(new QHBoxLayout(this)),
      waiting_(new QLabel(this)) {
  line_->setContentsMargins(0, 0, 0, 0);
  line_->setSpacing(8);
  line_->addWidget(waiting_);
  line_->addStretch(1);
  waiting_->setProperty("look", "muted");
  waiting_->setFont(textFont(FontSize::small));
  waiting_->setVisible(false);
  setVisible(false);
  connect(&appearance, &Appearance::languageChanged, this, &BadgeBar::rebuild);
  connect(&appearance, &Appearance::themeChanged, this, &BadgeBar::rebuild);
}

void BadgeBar::setVerdicts(std::vector<Verdict> verdicts, const Text& of) {
  verdicts_ = std::move(verdicts);
  of_ = of;
  rebuild();
}

void BadgeBar::setProgress(double share) {
  share_ = share;
  relabel();
}

void BadgeBar::rebuild() {
  for (QToolButton* badge : badges_) {
    // The click that opened an explanation may still be running through it.
    badge->deleteLater();
    badge->hide();
  }
  badges_.clear();
  for (std::size_t k = 0; k < verdicts_.size(); ++k) {
    addBadge(k);
  }
  relabel();
}

void BadgeBar::addBadge(std::size_t index) {
  auto* badge = new QToolButton(this);
  badge->setProperty("look", "badge");
  badge->setProperty("role", verdictRoleName(verdicts_[index].role));
  badge->setFont(textFont(FontSize::small));
  badge->setFocusPolicy(Qt::StrongFocus);
  line_->insertWidget(static_cast<int>(index), badge);
  connect(badge, &QToolButton::clicked, this, [this, index] { explain(index); });
  badges_.push_back(badge);
}

void BadgeBar::relabel() {
  const QString of = of_.empty() ? QString() : appearance_.say(of_);
  const QString judging =
      share_ > 0 ? tr("judging, %1 %").arg(static_cast<int>(100 * share_)) : tr("judging");
  const bool waits = share_ >= 0 || !of.isEmpty();
  waiting_->setText(of.isEmpty() ? judging : QStringLiteral("%1 · %2").arg(of, judging));
  waiting_->setVisible(waits);
  const auto count = static_cast<int>(badges_.size());
  const int left = width() - (waits ? waiting_->sizeHint().width() + line_->spacing() : 0);
  const int room = count == 0 ? 0 : (left - line_->spacing() * (count - 1)) / count - kPadding;
  for (std::size_t k = 0; k < badges_.size(); ++k) {
    const Verdict& verdict = verdicts_[k];
    const QString title = appearance_.say(verdict.title);
    const QString summary = appearance_.say(verdict.summary);
    QToolButton* badge = badges_[k];
    const QString words =
        verdictSign(verdict.role) + QStringLiteral("  ") + title + QStringLiteral("  ") + summary;
    badge->setText(badge->fontMetrics().elidedText(words, Qt::ElideRight, std::max(room, 60)));
    badge->setEnabled(of.isEmpty());
    badge->setToolTip(of.isEmpty() ? summary : QStringLiteral("%1\n%2").arg(summary, of));
    const QString name = tr("%1: %2").arg(title, summary);
    badge->setAccessibleName(of.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, of));
  }
  setVisible(waits || !verdicts_.empty());
}

void BadgeBar::explain(std::size_t index) {
  QFrame* popup = makePopup(verdicts_[index], appearance_, this);
  popup->adjustSize();
  popup->move(badges_[index]->mapToGlobal(QPoint(0, badges_[index]->height() + 4)));
  popup->show();
}

void BadgeBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  relabel();
}

}  // namespace poscope
