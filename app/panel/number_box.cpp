#include "app/panel/number_box.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <map>

#include "app/panel/appearance.h"
#include "core/base/numbers.h"
#include "core/state/params.h"

namespace poscope {

NumberBox::NumberBox(const Appearance& appearance, QWidget* parent)
    : QLineEdit(parent), appearance_(appearance) {
  connect(this, &QLineEdit::editingFinished, this, &NumberBox::submit);
}

void NumberBox::setNumber(const QString& text) {
  if (text == number_ && isModified() && hasFocus()) {
    return;
  }
  number_ = text;
  setWrong(false);
  if (this->text() != text) {
    setText(text);
    setCursorPosition(static_cast<int>(text.size()));
  }
}

void NumberBox::setWrong(bool wrong) {
  if (property("wrong").toBool() != wrong) {
    setProperty("wrong", wrong);
    style()->unpolish(this);
    style()->polish(this);
  }
}

void NumberBox::setButton(QWidget* button) {
  constexpr int kGap = 4;
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, kGap, 0);
  line->addStretch(1);
  line->addWidget(button);
  setTextMargins(0, 0, button->sizeHint().width(), 0);
}

void NumberBox::submit() {
  setModified(false);
  if (text() != number_) {
    emit submitted(text());
  }
}

void NumberBox::keyPressEvent(QKeyEvent* event) {
  static const std::map<int, int> kSteps{
      {Qt::Key_Up, 1}, {Qt::Key_Down, -1}, {Qt::Key_PageUp, 2}, {Qt::Key_PageDown, -2}};
  const auto step = kSteps.find(event->key());
  if (step != kSteps.end() && event->modifiers() == Qt::NoModifier) {
    emit stepped(step->second);
    return;
  }
  if (event->key() == Qt::Key_Escape && text() != number_) {
    setModified(false);
    setNumber(number_);
    emit submitted(number_);
    return;
  }
  QLineEdit::keyPressEvent(event);
}

void NumberBox::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  const auto number = parseTyped(text().toStdString());
  if (!number || !power_) {
    return;
  }
  const QString power = QString::fromStdString(powerOfTwoText(*number));
  const QFontMetrics metrics(font());
  const int behind = textMargins().right();  // Of a button.
  const int room = width() - 24 - behind - metrics.horizontalAdvance(text());
  if (power.isEmpty() || metrics.horizontalAdvance(power) > room) {
    return;
  }
  QPainter painter(this);
  painter.setFont(monoFont(FontSize::small));
  painter.setPen(appearance_.colours().muted);
  painter.drawText(rect().adjusted(0, 0, -10 - behind, 0), Qt::AlignRight | Qt::AlignVCenter,
                   power);
}

}  // namespace poscope
