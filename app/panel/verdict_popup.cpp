#include "app/panel/verdict_popup.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/panel/verdict_sign.h"
#include "app/plot/html_text.h"

namespace poscope {
namespace {

constexpr int kWidth = 400;
constexpr int kMargin = 16;
constexpr int kLabelShare = 28;  // Of the table, in percent.

// One text: what is selected may go over all of it.
QString pageOf(const Verdict& verdict, const Text& whose, const Appearance& appearance) {
  const Theme& theme = appearance.colours();
  const QColor colour = textColour(theme, verdict.role);
  QString page = QStringLiteral("<p style='margin:0'>");
  if (!whose.empty()) {
    page += appearance.html(whose) + QStringLiteral(" &nbsp; ");
  }
  page += coloured(verdictSign(verdict.role), colour) +
          QStringLiteral(" <span style='font-weight:600'>") +
          appearance.say(verdict.answer).toHtmlEscaped() + QStringLiteral("</span></p>") +
          QStringLiteral("<p style='margin:6px 0 0 0'>") + appearance.html(verdict.summary) +
          QStringLiteral("</p>");
  if (!verdict.explanation.empty()) {
    page += QStringLiteral("<p style='margin:8px 0 0 0; color:%1'>").arg(theme.muted.name()) +
            appearance.html(verdict.explanation) + QStringLiteral("</p>");
  }
  if (!verdict.rows.empty()) {
    page += QStringLiteral(
        "<table width='100%' cellspacing='0' cellpadding='2' "
        "style='margin-top:8px'>");
    for (const DetailRow& row : verdict.rows) {
      page += QStringLiteral("<tr><td width='%1%' style='color:%2'>")
                  .arg(kLabelShare)
                  .arg(theme.muted.name()) +
              appearance.html(row.label) + QStringLiteral("</td><td>") +
              coloured(appearance.say(row.value), textColour(theme, row.role)) +
              QStringLiteral("</td></tr>");
    }
    page += QStringLiteral("</table>");
  }
  return page;
}

}  // namespace

VerdictPopup::VerdictPopup(const QString& html, const QString& name, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
  setAttribute(Qt::WA_DeleteOnClose);
  setProperty("look", "card");
  setAccessibleName(name);
  auto* words = new QLabel(html, this);
  words->setTextFormat(Qt::RichText);
  words->setWordWrap(true);
  words->setFont(textFont(FontSize::small));
  words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  words->setAccessibleName(name);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin, 12, kMargin, 12);
  column->addWidget(words);
  setFixedWidth(kWidth);
  ensurePolished();
  // What a label with broken lines needs is known for a width only.
  const int frame = 2 * frameWidth();
  setFixedHeight(words->heightForWidth(kWidth - 2 * kMargin - frame) + 24 + frame);
  words->setFocus();
}

VerdictPopup* VerdictPopup::open(const Verdict& verdict, const Text& whose,
                                 const Appearance& appearance, QWidget* parent,
                                 const QPoint& place) {
  auto* popup = new VerdictPopup(
      pageOf(verdict, whose, appearance),
      appearance.say(verdict.answer.empty() ? verdict.title : verdict.answer), parent);
  const QRect screen = parent->screen()->availableGeometry();
  popup->move(std::clamp(place.x(), screen.left(), screen.right() + 1 - popup->width()),
              std::clamp(place.y(), screen.top(),
                         std::max(screen.top(), screen.bottom() + 1 - popup->height())));
  popup->show();
  return popup;
}

void VerdictPopup::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Cancel)) {
    close();
  } else {
    QFrame::keyPressEvent(event);
  }
}

}  // namespace poscope
