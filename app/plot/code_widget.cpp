#include "app/plot/code_widget.h"

#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QTextBlock>
#include <QToolButton>
#include <QToolTip>
#include <cmath>

#include "app/plot/code_look.h"
#include "app/plot/html_text.h"
#include "app/plot/table_grid.h"

namespace poscope {
namespace {

constexpr int kEdge = static_cast<int>(TableGrid::kEdge);
constexpr int kPadding = 8;  ///< Between the words and the edge of their ground.
constexpr int kBottom = 8;
constexpr int kRadius = 6;
constexpr int kLineRadius = 3;
constexpr int kBar = 3;  ///< Width of the mark of a changed or chosen line.

QString codeOf(const CodePanel& panel) {
  QStringList lines;
  for (const CodeLine& line : panel.lines) {
    lines << QString::fromStdString(shownLine(panel, line));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

CodeWidget::CodeWidget(QWidget* parent)
    : PanelWidget(parent),
      title_(new PanelTitle(this)),
      code_(new CodeText(this)),
      notes_(new QLabel(this)),
      copy_(new QToolButton(this)) {
  notes_->setObjectName(QStringLiteral("notes"));
  notes_->setTextFormat(Qt::RichText);
  notes_->setWordWrap(true);
  notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  copy_->setProperty("look", "quiet");
  connect(copy_, &QToolButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(code_->toPlainText()); });
  connect(code_, &QTextEdit::cursorPositionChanged, this, [this] {
    const QRect place = code_->cursorRect();
    emit focusMoved({code_->viewport()->mapTo(this, place.topLeft()), place.size()});
  });
  connect(code_, &CodeText::lookedAtChanged, this, &CodeWidget::follow);
  connect(code_, &CodeText::lineChosen, this, &CodeWidget::trigger);
  retranslate();
}

// A text that had the keyboard still tells that it has it no more.
CodeWidget::~CodeWidget() {
  code_->disconnect(this);
}

void CodeWidget::retranslate() {
  copy_->setText(tr("Copy"));
}

bool CodeWidget::shows(const Panel& panel) const {
  return std::holds_alternative<CodePanel>(panel);
}

void CodeWidget::setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                          const PlotStyle& style) {
  panel_ = &std::get<CodePanel>(panel);
  figure_ = std::move(figure);
  style_ = style;
  const Theme& theme = style.colours();
  title_->setTitle(panel_->title, style);
  code_->setFont(style.mono(FontSize::small));
  QPalette colours = code_->palette();
  colours.setColor(QPalette::Text, theme.text);
  colours.setColor(QPalette::Highlight, theme.accent);
  colours.setColor(QPalette::HighlightedText, theme.surface);
  code_->setPalette(colours);
  setText(*panel_);
  setNotes(*panel_);
  update();
}

// What is selected, and where the keyboard is, stays where the code is the same.
void CodeWidget::setText(const CodePanel& panel) {
  const QString text = codeOf(panel);
  if (text != code_->toPlainText()) {
    const QSignalBlocker quiet(code_);
    const int line = code_->textCursor().blockNumber();
    code_->setPlainText(text);
    QTextCursor cursor(
        code_->document()->findBlockByNumber(std::min(line, code_->document()->blockCount() - 1)));
    code_->setTextCursor(cursor);
  }
}

void CodeWidget::setNotes(const CodePanel& panel) {
  QStringList notes;
  for (const Text& note : selectedNotes(panel)) {
    notes << richText(note, style_.language, style_.colours());
  }
  notes_->setFont(style_.text(FontSize::small));
  QPalette colours = notes_->palette();
  colours.setColor(QPalette::WindowText, style_.colours().text);
  notes_->setPalette(colours);
  notes_->setText(notes.join(QStringLiteral("<br>")));
  notes_->setVisible(!notes.isEmpty());
}

const CodeLine* CodeWidget::lineOf(std::optional<int> line) const {
  const bool known = line && panel_ != nullptr && *line >= 0 &&
                     static_cast<std::size_t>(*line) < panel_->lines.size();
  return known ? &panel_->lines[static_cast<std::size_t>(*line)] : nullptr;
}

// The line that is looked at says its note, to the eye and to a screen reader.
void CodeWidget::follow() {
  const std::optional<int> at = code_->lookedAt();
  const CodeLine* const line = lineOf(at);
  const bool acts = line != nullptr && !line->action.empty();
  code_->viewport()->setCursor(acts ? Qt::PointingHandCursor : Qt::IBeamCursor);
  const QString note = line == nullptr ? QString() : style_.words(line->note);
  code_->viewport()->setToolTip(note);
  if (line != nullptr) {
    code_->setAccessibleDescription(note);
  }
  if (code_->walkedLine() == at && at && !note.isEmpty()) {
    const QRect area = code_->lineArea(*at);
    QToolTip::showText(code_->viewport()->mapToGlobal(area.bottomLeft()), note, code_);
  }
  emit subjectLit(line == nullptr ? std::string() : line->subject);
  update();
}

void CodeWidget::light(const std::string& subject) {
  if (subject != lit_) {
    lit_ = subject;
    update();
  }
}

void CodeWidget::trigger(int number) {
  const CodeLine* const line = lineOf(number);
  if (line != nullptr && !line->action.empty()) {
    const Action action = line->action;  // The panel may be replaced meanwhile.
    emit actionRequested(action);
  }
}

double CodeWidget::naturalWidth() const {
  const QFontMetricsF metrics(code_->font());
  double widest = title_->naturalWidth() + copy_->sizeHint().width() + kPadding;
  for (const QString& line : code_->toPlainText().split(QLatin1Char('\n'))) {
    widest = std::max(widest, metrics.horizontalAdvance(line) + 2 * kEdge + 1);
  }
  return widest;
}

// Where only the longest lines are broken, of short code none.
double CodeWidget::leastWidth() const {
  constexpr double kUnbroken = 0.75;
  constexpr double kShort = 420;
  const double natural = naturalWidth();
  return std::max(kUnbroken * natural, std::min(natural, kShort));
}

double CodeWidget::layOut(double width) {
  const int whole = qRound(width);
  const QSize button = copy_->sizeHint();
  copy_->setGeometry(QRect({whole - kEdge - button.width(), kEdge - 4}, button));
  const int top =
      std::max(title_->place(whole, button.width() + kPadding), copy_->geometry().bottom() + 5);
  const int room = std::max(1, whole - 2 * kEdge);
  code_->document()->setTextWidth(room);
  const int height = static_cast<int>(std::ceil(code_->document()->size().height()));
  code_->setGeometry(kEdge, top + kPadding, room, height);
  int bottom = top + height + 2 * kPadding;
  if (!notes_->text().isEmpty()) {
    notes_->setGeometry(kEdge, bottom + kPadding, room, notes_->heightForWidth(room));
    bottom = notes_->geometry().bottom() + 1;
  }
  return bottom + kBottom;
}

// From edge to edge of the ground.
QRect CodeWidget::groundOf(int line) const {
  return code_->lineArea(line)
      .translated(code_->geometry().topLeft())
      .adjusted(-kPadding, 0, kPadding, 0);
}

void CodeWidget::paintLine(QPainter& painter, int number) const {
  const CodeLine& line = *lineOf(number);
  const Theme& theme = style_.colours();
  const QRect ground = groundOf(number);
  if (const auto change = lineGround(theme, line)) {
    painter.fillRect(ground, *change);
  }
  if (const auto bar = lineBar(theme, line)) {
    painter.fillRect(QRect(ground.topLeft(), QSize(kBar, ground.height())), *bar);
  }
  const bool looked = code_->lookedAt() == number && !line.action.empty();
  const bool lit = !lit_.empty() && line.subject == lit_;
  if (looked || lit || code_->walkedLine() == number) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, code_->walkedLine() == number ? 2 : 1));
    painter.drawRoundedRect(QRectF(ground).adjusted(1, 0.5, -1, -0.5), kLineRadius, kLineRadius);
  }
}

void CodeWidget::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(style_.colours().sunken);
  painter.drawRoundedRect(code_->geometry().adjusted(-kPadding, -kPadding, kPadding, kPadding),
                          kRadius, kRadius);
  const int lines = panel_ == nullptr ? 0 : static_cast<int>(panel_->lines.size());
  for (int line = 0; line < lines; ++line) {
    paintLine(painter, line);
  }
}

void CodeWidget::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    layOut(width());  // The button has another width.
  }
  PanelWidget::changeEvent(event);
}

}  // namespace poscope
