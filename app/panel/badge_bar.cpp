#include "app/panel/badge_bar.h"

#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <numeric>

#include "app/panel/appearance.h"
#include "app/panel/verdict_popup.h"
#include "app/panel/verdict_sign.h"
#include "app/plot/html_text.h"

namespace poscope {
namespace {

constexpr int kHeight = 28;
constexpr int kSpacing = 8;
constexpr int kPadding = 28;  // Borders and paddings of a badge.
constexpr int kLeastBadge = 48;

QString answerOf(const Appearance& appearance, const Verdict& verdict) {
  return verdictSign(verdict.role) + QStringLiteral("  ") + appearance.say(verdict.answer);
}

// Measured in the heavier weight of a bad answer, so that an answer that turns moves nothing.
int widthOf(const QString& words) {
  return QFontMetrics(textFont(FontSize::small, QFont::DemiBold)).horizontalAdvance(words) +
         kPadding;
}

}  // namespace

BadgeBar::BadgeBar(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      whoseLabel_(new QLabel(this)),
      waiting_(new QLabel(this)) {
  for (QLabel* label : {whoseLabel_, waiting_}) {
    label->setProperty("look", "muted");
    label->setTextFormat(label == whoseLabel_ ? Qt::RichText : Qt::PlainText);
    label->setFont(
        textFont(FontSize::small, label == whoseLabel_ ? QFont::DemiBold : QFont::Normal));
  }
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setSizePolicy(policy);
  setVisible(false);
  connect(&appearance, &Appearance::languageChanged, this, &BadgeBar::rebuild);
  connect(&appearance, &Appearance::themeChanged, this, &BadgeBar::rebuild);
}

void BadgeBar::setVerdicts(std::vector<Verdict> verdicts, const Text& whose, const Text& of) {
  verdicts_ = std::move(verdicts);
  whose_ = whose;
  of_ = of;
  rebuild();
}

void BadgeBar::setProgress(double share) {
  share_ = share;
  relabel();
}

QSize BadgeBar::sizeHint() const {
  return {0, kHeight};
}

QSize BadgeBar::minimumSizeHint() const {
  return {0, kHeight};
}

void BadgeBar::rebuild() {
  for (QToolButton* badge : badges_) {
    // The click that opened an explanation may still be running through it.
    badge->deleteLater();
    badge->hide();
  }
  badges_.clear();
  shown_.clear();
  for (std::size_t k = 0; k < verdicts_.size(); ++k) {
    if (!verdicts_[k].answer.empty()) {
      addBadge(k);
    }
  }
  relabel();
}

void BadgeBar::addBadge(std::size_t index) {
  auto* badge = new QToolButton(this);
  badge->setProperty("look", "badge");
  badge->setProperty("role", verdictRoleName(verdicts_[index].role));
  badge->setFont(textFont(FontSize::small));
  badge->setFocusPolicy(Qt::StrongFocus);
  badge->setCursor(Qt::PointingHandCursor);
  connect(badge, &QToolButton::clicked, this, [this, index] { explain(index); });
  badges_.push_back(badge);
  shown_.push_back(index);
  badge->show();
}

void BadgeBar::relabel() {
  const QString of = of_.empty() ? QString() : appearance_.say(of_);
  const QString judging =
      share_ > 0 ? tr("judging, %1 %").arg(static_cast<int>(100 * share_)) : tr("judging");
  const bool waits = share_ >= 0 || !of.isEmpty();
  waiting_->setToolTip(of.isEmpty() ? judging : QStringLiteral("%1 · %2").arg(of, judging));
  waiting_->setVisible(waits);
  whoseLabel_->setVisible(!whose_.empty());
  whoseLabel_->setToolTip(appearance_.say(whose_));
  for (std::size_t k = 0; k < badges_.size(); ++k) {
    const Verdict& verdict = verdicts_[shown_[k]];
    const QString answer = appearance_.say(verdict.answer);
    const QString summary = appearance_.say(verdict.summary);
    QToolButton* badge = badges_[k];
    badge->setEnabled(of.isEmpty());
    badge->setToolTip(of.isEmpty() ? tr("%1\nClick for the numbers.").arg(summary)
                                   : QStringLiteral("%1\n%2").arg(summary, of));
    const QString name = tr("%1, %2: %3").arg(appearance_.say(whose_), answer, summary);
    badge->setAccessibleName(of.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, of));
  }
  place();
  setVisible(waits || !verdicts_.empty());
}

// Name, badges and what is awaited from left to right. The badges have their words as long as there
// is room; what is awaited gets what is left.
void BadgeBar::place() {
  const auto put = [this](QWidget* widget, int left, int width) {
    widget->setGeometry(left, 0, std::max(0, std::min(width, this->width() - left)), kHeight);
  };
  std::vector<int> widths;
  for (const std::size_t index : shown_) {
    widths.push_back(widthOf(answerOf(appearance_, verdicts_[index])));
  }
  const int gaps = kSpacing * static_cast<int>(widths.size());
  const int wanted = std::accumulate(widths.begin(), widths.end(), gaps);
  const QString whose = appearance_.say(whose_);
  const QFontMetrics heavy(whoseLabel_->font());
  const int leastName = std::min(heavy.horizontalAdvance(whose) + 2, width() / 4);
  const int nameWidth =
      badges_.empty() ? width()
                      : std::clamp(width() - wanted, leastName, heavy.horizontalAdvance(whose) + 2);
  const QString name = heavy.elidedText(whose, Qt::ElideRight, nameWidth);
  const Theme& theme = appearance_.colours();
  const auto runs = poscope::render(whose_, appearance_.language());
  const TextRole role = runs.empty() || !of_.empty() ? TextRole::plain : runs.front().role;
  whoseLabel_->setText(
      coloured(name, role == TextRole::plain ? theme.muted : textColour(theme, role)));
  int left = whose.isEmpty() ? 0 : std::min(nameWidth, heavy.horizontalAdvance(whose) + 2);
  put(whoseLabel_, 0, left);
  left += left > 0 ? kSpacing : 0;
  const int room = width() - left;
  const int most = wanted <= room || widths.empty()
                       ? wanted
                       : std::max(kLeastBadge, (room - gaps) / static_cast<int>(widths.size()));
  for (std::size_t k = 0; k < badges_.size(); ++k) {
    const int badgeWidth = std::min(widths[k], most);
    const QFontMetrics metrics(textFont(FontSize::small, QFont::DemiBold));
    badges_[k]->setText(metrics.elidedText(answerOf(appearance_, verdicts_[shown_[k]]),
                                           Qt::ElideRight, badgeWidth - kPadding + 1));
    put(badges_[k], left, badgeWidth);
    left += badgeWidth + kSpacing;
  }
  waiting_->setText(
      waiting_->fontMetrics().elidedText(waiting_->toolTip(), Qt::ElideRight, width() - left));
  put(waiting_, left, width() - left);
}

void BadgeBar::explain(std::size_t index) {
  const auto found = std::find(shown_.begin(), shown_.end(), index);
  const QToolButton* badge = badges_.at(static_cast<std::size_t>(found - shown_.begin()));
  VerdictPopup::open(verdicts_[index], whose_, appearance_, this,
                     badge->mapToGlobal(QPoint(0, badge->height() + 4)));
}

void BadgeBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

}  // namespace poscope
