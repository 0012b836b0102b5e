#include "app/window/term_hover.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextEdit>
#include <QTextLayout>
#include <QToolTip>
#include <algorithm>
#include <vector>

#include "app/panel/appearance.h"
#include "core/catalogue/glossary.h"

namespace poscope {
namespace {

/// A term by characters of a QString.
struct Found {
  int begin = 0;
  int end = 0;
  const GlossaryEntry* entry = nullptr;
};

std::vector<Found> foundIn(const QString& text, Language language) {
  const std::string bytes = text.toStdString();
  const auto characters = [&](std::size_t count) {
    return static_cast<int>(QString::fromStdString(bytes.substr(0, count)).size());
  };
  std::vector<Found> all;
  for (const TermUse& use : termsIn(bytes, language)) {
    all.push_back({characters(use.begin), characters(use.begin + use.length), use.entry});
  }
  return all;
}

QString explained(const GlossaryEntry& entry, const Appearance& appearance) {
  return QStringLiteral("<p><span style=\"font-weight:600\">%1</span>&ensp;%2</p>")
      .arg(appearance.say(entry.name).toHtmlEscaped(), appearance.say(entry.about).toHtmlEscaped());
}

QString paragraph(const QString& words) {
  return words.isEmpty()
             ? QString()
             : QStringLiteral("<p>%1</p>")
                   .arg(words.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
}

// All terms of a button, a heading or a cell, each once, behind what it says of itself.
TermTip tipOfWhole(const QString& text, const QString& own, const QRect& where,
                   const Appearance& appearance) {
  std::vector<const GlossaryEntry*> told;
  QString html;
  for (const Found& found : foundIn(text, appearance.language())) {
    if (std::find(told.begin(), told.end(), found.entry) == told.end()) {
      told.push_back(found.entry);
      html += explained(*found.entry, appearance);
    }
  }
  return html.isEmpty() ? TermTip() : TermTip{paragraph(own) + html, where, false};
}

// Where characters of one line stand in a document.
QRectF rectOf(const QTextDocument& document, int begin, int end) {
  const QTextBlock block = document.findBlock(begin);
  const int inBlock = begin - block.position();
  const QTextLine line = block.layout()->lineForTextPosition(inBlock);
  const QPointF origin = document.documentLayout()->blockBoundingRect(block).topLeft();
  if (!line.isValid()) {
    return {};
  }
  const int last = std::min(end - block.position(), line.textStart() + line.textLength());
  const double left = line.cursorToX(inBlock);
  return QRectF(origin.x() + left, origin.y() + line.y(), line.cursorToX(last) - left,
                line.height());
}

// The term at a character of a document that stands at `origin` in its widget.
TermTip tipInText(const QTextDocument& document, int character, const QPointF& origin,
                  const QString& own, const Appearance& appearance) {
  // toPlainText() has one character for each place of a cursor.
  for (const Found& found : foundIn(document.toPlainText(), appearance.language())) {
    if (found.begin <= character && character < found.end) {
      const QRectF where = rectOf(document, found.begin, found.end).translated(origin);
      return {paragraph(own) + explained(*found.entry, appearance), where.toAlignedRect(), true};
    }
  }
  return {};
}

// A document that is laid out as the label does it.
void layOutAs(const QLabel& label, QTextDocument& document) {
  document.setDocumentMargin(0);
  document.setDefaultFont(label.font());
  QTextOption option(label.alignment());
  option.setWrapMode(label.wordWrap() ? QTextOption::WordWrap : QTextOption::ManualWrap);
  document.setDefaultTextOption(option);
  const bool rich = label.textFormat() == Qt::RichText ||
                    (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
  rich ? document.setHtml(label.text()) : document.setPlainText(label.text());
  document.setTextWidth(
      label.contentsRect().adjusted(label.margin(), 0, -label.margin(), 0).width());
}

QPointF originOf(const QLabel& label, const QTextDocument& document) {
  const QRectF room =
      QRectF(label.contentsRect())
          .adjusted(label.margin(), label.margin(), -label.margin(), -label.margin());
  const double free = room.height() - document.size().height();
  const bool top = (label.alignment() & Qt::AlignTop) != 0;
  return {room.left(), room.top() + (top ? 0 : std::max(0.0, free / 2))};
}

TermTip tipOfLabel(const QLabel& label, const QPoint& place, const Appearance& appearance) {
  QTextDocument document;
  layOutAs(label, document);
  const QPointF origin = originOf(label, document);
  const int character = document.documentLayout()->hitTest(QPointF(place) - origin, Qt::ExactHit);
  return character < 0 ? TermTip()
                       : tipInText(document, character, origin, label.toolTip(), appearance);
}

TermTip tipOfTextEdit(const QTextEdit& edit, const QPoint& place, const Appearance& appearance) {
  const QPointF scrolled(edit.horizontalScrollBar()->value(), edit.verticalScrollBar()->value());
  const int character =
      edit.document()->documentLayout()->hitTest(QPointF(place) + scrolled, Qt::ExactHit);
  return character < 0 ? TermTip()
                       : tipInText(*edit.document(), character, -scrolled, {}, appearance);
}

TermTip tipOfHeader(const QHeaderView& header, const QPoint& place, const Appearance& appearance) {
  const int section = header.logicalIndexAt(place);
  if (section < 0 || header.model() == nullptr) {
    return {};
  }
  const auto say = [&](int role) {
    return header.model()->headerData(section, header.orientation(), role).toString();
  };
  const int begin = header.sectionViewportPosition(section);
  const int size = header.sectionSize(section);
  const QRect where = header.orientation() == Qt::Horizontal
                          ? QRect(begin, 0, size, header.height())
                          : QRect(0, begin, header.width(), size);
  return tipOfWhole(say(Qt::DisplayRole), say(Qt::ToolTipRole), where, appearance);
}

TermTip tipOfItem(const QAbstractItemView& view, const QPoint& place,
                  const Appearance& appearance) {
  const QModelIndex index = view.indexAt(place);
  return index.isValid() ? tipOfWhole(index.data(Qt::DisplayRole).toString(),
                                      index.data(Qt::ToolTipRole).toString(),
                                      view.visualRect(index), appearance)
                         : TermTip();
}

QString plain(const QString& words) {
  return Qt::mightBeRichText(words) ? QTextDocumentFragment::fromHtml(words).toPlainText() : words;
}

QString wordsOf(const QWidget* widget) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) {
    return label->hasSelectedText() ? label->selectedText() : plain(label->text());
  }
  if (const auto* edit = qobject_cast<const QTextEdit*>(widget)) {
    return edit->textCursor().selectedText();
  }
  if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) {
    return view->currentIndex().data(Qt::DisplayRole).toString();
  }
  const auto* button = qobject_cast<const QAbstractButton*>(widget);
  return button == nullptr ? QString() : button->text();
}

// The label whose buddy the widget is, as that of a parameter is.
QString labelBeside(const QWidget* widget) {
  const QWidget* const room = widget->parentWidget();
  for (const QLabel* label : room == nullptr ? QList<QLabel*>() : room->findChildren<QLabel*>()) {
    if (label->buddy() == widget) {
      return plain(label->text());
    }
  }
  return {};
}

// A dotted line, which lets the mouse through.
class DottedLine : public QWidget {
 public:
  DottedLine(QWidget* under, const QColor& colour) : QWidget(under), colour_(colour) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    painter.setPen(QPen(colour_, 1, Qt::DotLine));
    painter.drawLine(0, 0, width(), 0);
  }

 private:
  QColor colour_;
};

}  // namespace

const GlossaryEntry* termOf(const QWidget* widget, const Appearance& appearance) {
  for (; widget != nullptr && !widget->isWindow(); widget = widget->parentWidget()) {
    for (const QString& words : {wordsOf(widget), labelBeside(widget)}) {
      const auto found = foundIn(words, appearance.language());
      if (!found.empty()) {
        return found.front().entry;
      }
    }
  }
  return nullptr;
}

TermTip termTipAt(QWidget* widget, const QPoint& place, const Appearance& appearance) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) {
    return tipOfLabel(*label, place, appearance);
  }
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
    return tipOfWhole(button->text(), button->toolTip(), button->rect(), appearance);
  }
  // Scrolling widgets hear of the mouse through what they scroll.
  const QWidget* const owner = widget->parentWidget();
  if (const auto* header = qobject_cast<const QHeaderView*>(owner)) {
    return tipOfHeader(*header, place, appearance);
  }
  if (const auto* view = qobject_cast<const QAbstractItemView*>(owner)) {
    return tipOfItem(*view, place, appearance);
  }
  if (const auto* edit = qobject_cast<const QTextEdit*>(owner)) {
    return tipOfTextEdit(*edit, place, appearance);
  }
  return {};
}

TermHover::TermHover(const Appearance& appearance, QWidget* window)
    : QObject(window), appearance_(appearance), window_(window) {
  qApp->installEventFilter(this);
}

bool TermHover::show(QWidget* widget, const QHelpEvent& event) {
  const TermTip tip = termTipAt(widget, event.pos(), appearance_);
  if (tip.html.isEmpty()) {
    return false;
  }
  QToolTip::showText(event.globalPos(), tip.html, widget, tip.where);
  if (tip.inText) {
    line_ = new DottedLine(widget, appearance_.colours().muted);
    line_->setGeometry(tip.where.left(), tip.where.bottom() - 1, tip.where.width(), 2);
    line_->show();
  }
  return true;
}

bool TermHover::eventFilter(QObject* watched, QEvent* event) {
  auto* widget = qobject_cast<QWidget*>(watched);
  if (widget == nullptr) {
    return false;
  }
  switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::Leave:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
      delete line_;
      return false;
    case QEvent::ToolTip:
      delete line_;
      return widget->window() == window_ && show(widget, *static_cast<QHelpEvent*>(event));
    default:
      return false;
  }
}

}  // namespace poscope
