#include "app/plot/code_text.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTextBlock>
#include <QWheelEvent>
#include <cmath>

namespace poscope {

CodeText::CodeText(QWidget* parent) : QTextEdit(parent) {
  setReadOnly(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setTabChangesFocus(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  document()->setDocumentMargin(0);
  viewport()->setAutoFillBackground(false);  // The ground is painted by who shows it.
  setMouseTracking(true);
  connect(this, &QTextEdit::cursorPositionChanged, this, [this] {
    if (keyboard_) {
      lookAt(walkedLine());
    }
  });
}

QRect CodeText::lineArea(int line) const {
  const QTextBlock block = document()->findBlockByNumber(line);
  if (!block.isValid()) {
    return {};
  }
  const QRectF area = document()->documentLayout()->blockBoundingRect(block);
  return {0, qRound(area.top()), viewport()->width(), qRound(area.height())};
}

std::optional<int> CodeText::walkedLine() const {
  return keyboard_ && hasFocus() ? std::optional(textCursor().blockNumber()) : std::nullopt;
}

std::optional<int> CodeText::lineAt(const QPoint& place) const {
  const int line = cursorForPosition(place).blockNumber();
  return lineArea(line).contains(place) ? std::optional(line) : std::nullopt;
}

void CodeText::lookAt(std::optional<int> line) {
  if (line != looked_) {
    looked_ = line;
    emit lookedAtChanged();
  }
}

void CodeText::wheelEvent(QWheelEvent* event) {
  event->ignore();
}

void CodeText::mouseMoveEvent(QMouseEvent* event) {
  QTextEdit::mouseMoveEvent(event);
  lookAt(lineAt(event->position().toPoint()));
}

void CodeText::leaveEvent(QEvent* event) {
  QTextEdit::leaveEvent(event);
  lookAt(walkedLine());
}

void CodeText::mousePressEvent(QMouseEvent* event) {
  keyboard_ = false;
  const bool plain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
  pressed_ = plain ? lineAt(event->position().toPoint()) : std::nullopt;
  QTextEdit::mousePressEvent(event);
}

// A click is a press and a release on one line; what is dragged is selected.
void CodeText::mouseReleaseEvent(QMouseEvent* event) {
  QTextEdit::mouseReleaseEvent(event);
  const std::optional<int> line = lineAt(event->position().toPoint());
  const bool clicked = line && line == pressed_ && !textCursor().hasSelection();
  pressed_.reset();
  if (clicked && event->button() == Qt::LeftButton) {
    emit lineChosen(*line);
  }
}

void CodeText::keyPressEvent(QKeyEvent* event) {
  const bool modifier = event->key() >= Qt::Key_Shift && event->key() <= Qt::Key_Alt;
  keyboard_ = keyboard_ || !modifier;  // Ctrl before C says nothing of a place.
  switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      emit lineChosen(textCursor().blockNumber());
      return;
    default:
      QTextEdit::keyPressEvent(event);
  }
  lookAt(walkedLine());
}

void CodeText::focusInEvent(QFocusEvent* event) {
  QTextEdit::focusInEvent(event);
  keyboard_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  if (keyboard_) {
    lookAt(walkedLine());
  }
}

void CodeText::focusOutEvent(QFocusEvent* event) {
  QTextEdit::focusOutEvent(event);
  keyboard_ = false;
  lookAt(std::nullopt);
}

}  // namespace poscope
