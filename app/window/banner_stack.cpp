#include "app/window/banner_stack.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/panel/appearance.h"

namespace poscope {

BannerStack::BannerStack(const Appearance& appearance, QWidget* parent)
    : QWidget(parent), appearance_(appearance) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  setVisible(false);
}

void BannerStack::show(const std::string& topic, NoticeLevel level, std::vector<Text> lines) {
  Message& message = messages_[topic];
  message.level = level;
  message.lines = std::move(lines);
  rebuild(topic, message);
  setVisible(true);
}

void BannerStack::settle(const std::string& topic) {
  const auto found = messages_.find(topic);
  if (found == messages_.end()) {
    return;
  }
  found->second.frame->hide();
  found->second.frame->deleteLater();
  messages_.erase(found);
  setVisible(!messages_.empty());
}

QStringList BannerStack::lines(const std::string& topic) const {
  QStringList result;
  const auto found = messages_.find(topic);
  if (found != messages_.end()) {
    for (const Text& line : found->second.lines) {
      result << appearance_.say(line);
    }
  }
  return result;
}

void BannerStack::rebuild(const std::string& topic, Message& message) {
  if (message.frame != nullptr) {
    message.frame->hide();
    message.frame->deleteLater();
  }
  auto* frame = new QFrame(this);
  message.frame = frame;
  frame->setObjectName(QStringLiteral("banner"));
  frame->setProperty("level", QString::fromStdString(std::string(noticeLevelName(message.level))));
  auto* line = new QHBoxLayout(frame);
  line->setContentsMargins(12, 8, 8, 8);
  auto* words = new QLabel(lines(topic).join(QLatin1Char('\n')), frame);
  words->setWordWrap(true);
  words->setTextFormat(Qt::PlainText);
  words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  line->addWidget(words, 1);
  auto* dismiss = new QToolButton(frame);
  dismiss->setText(QStringLiteral("×"));
  dismiss->setProperty("look", "quiet");
  dismiss->setFocusPolicy(Qt::StrongFocus);
  dismiss->setToolTip(tr("Dismiss"));
  dismiss->setAccessibleName(tr("Dismiss"));
  connect(dismiss, &QToolButton::clicked, this, [this, topic] { settle(topic); });
  line->addWidget(dismiss, 0, Qt::AlignTop);
  layout()->addWidget(frame);
}

void BannerStack::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    for (auto& [topic, message] : messages_) {
      rebuild(topic, message);
    }
  }
  QWidget::changeEvent(event);
}

}  // namespace poscope
