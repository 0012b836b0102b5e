#include "app/plot/code_widget.h"

#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QTextDocument>
#include <QToolButton>
#include <QWheelEvent>
#include <cmath>

#include "app/plot/table_grid.h"

namespace poscope {
namespace {

constexpr int kEdge = static_cast<int>(TableGrid::kEdge);
constexpr int kPadding = 8;  ///< Between the words and the edge of their ground.
constexpr int kBottom = 8;
constexpr int kRadius = 6;

// As high as its text: the area around it scrolls, and Ctrl with the wheel does not resize the
// type.
class CodeText final : public QTextEdit {
 public:
  using QTextEdit::QTextEdit;

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

QString codeOf(const TablePanel& panel, const PlotStyle& style) {
  QStringList lines;
  for (const TableRow& row : panel.rows) {
    lines << (row.cells.empty() ? QString() : style.words(row.cells.front().text));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

CodeWidget::CodeWidget(QWidget* parent)
    : PanelWidget(parent),
      title_(new PanelTitle(this)),
      code_(new CodeText(this)),
      copy_(new QToolButton(this)) {
  code_->setReadOnly(true);
  code_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  code_->setTabChangesFocus(true);
  code_->setFrameShape(QFrame::NoFrame);
  code_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  code_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  code_->document()->setDocumentMargin(0);
  code_->viewport()->setAutoFillBackground(false);  // The ground is painted with its edge.
  copy_->setProperty("look", "quiet");
  connect(copy_, &QToolButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(code_->toPlainText()); });
  connect(code_, &QTextEdit::cursorPositionChanged, this, [this] {
    const QRect place = code_->cursorRect();
    emit focusMoved({code_->viewport()->mapTo(this, place.topLeft()), place.size()});
  });
  retranslate();
}

void CodeWidget::retranslate() {
  copy_->setText(tr("Copy"));
}

bool CodeWidget::shows(const Panel& panel) const {
  const auto* table = std::get_if<TablePanel>(&panel);
  return table != nullptr && table->code;
}

void CodeWidget::setPanel(std::shared_ptr<const Figure> /*figure*/, const Panel& panel,
                          const PlotStyle& style) {
  const auto& table = std::get<TablePanel>(panel);
  const Theme& theme = style.colours();
  title_->setTitle(table.title, style);
  code_->setFont(style.mono(FontSize::small));
  QPalette colours = code_->palette();
  colours.setColor(QPalette::Text, theme.text);
  colours.setColor(QPalette::Highlight, theme.accent);
  colours.setColor(QPalette::HighlightedText, theme.surface);
  code_->setPalette(colours);
  ground_ = theme.sunken;
  const QString text = codeOf(table, style);
  if (text != code_->toPlainText()) {  // What is selected stays where the code is the same.
    const QSignalBlocker quiet(code_);
    code_->setPlainText(text);
  }
  update();
}

double CodeWidget::naturalWidth() const {
  const QFontMetricsF metrics(code_->font());
  double widest = title_->naturalWidth() + copy_->sizeHint().width() + kPadding;
  for (const QString& line : code_->toPlainText().split(QLatin1Char('\n'))) {
    widest = std::max(widest, metrics.horizontalAdvance(line) + 2 * kEdge + 1);
  }
  return widest;
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
  return top + height + 2 * kPadding + kBottom;
}

void CodeWidget::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground_);
  painter.drawRoundedRect(code_->geometry().adjusted(-kPadding, -kPadding, kPadding, kPadding),
                          kRadius, kRadius);
}

void CodeWidget::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    layOut(width());  // The button has another width.
  }
  PanelWidget::changeEvent(event);
}

}  // namespace poscope
