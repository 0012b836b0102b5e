#include "app/plot/contents_list.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolTip>

#include "app/plot/table_model.h"

namespace poscope {
namespace {

constexpr int kEdge = 8;  ///< Between the words and the edge of their ground.
constexpr int kPadding = 5;
constexpr int kRadius = 6;
constexpr int kMark = 7;  ///< Side of a mark, ...
constexpr int kMarkStep = 12;

// One for each column behind the words.
double marksWidth(const TableRow& row) {
  return row.cells.size() <= 2 ? 0 : kMarkStep * static_cast<double>(row.cells.size() - 2) + kEdge;
}

class EntryPainter final : public QStyledItemDelegate {
 public:
  explicit EntryPainter(ContentsList* list) : QStyledItemDelegate(list), list_(*list) {}

  QSize sizeHint(const QStyleOptionViewItem& /*option*/,
                 const QModelIndex& /*index*/) const override {
    return {kEdge, static_cast<int>(nameLine() + aboutLine()) + 2 * kPadding + 2};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const TableRow* row = list_.row(index.row());
    if (row == nullptr) {
      return;
    }
    const Theme& colours = list_.plotStyle().colours();
    const QRectF area = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintGround(*painter, area, *row, option.state);
    const QRectF words = area.adjusted(kEdge, kPadding, -kEdge, -kPadding);
    paintMarks(*painter, words, *row);
    const double room = words.width() - marksWidth(*row);
    paintLine(*painter, {words.left(), words.top(), room, nameLine()}, nameFont(),
              row->selected ? colours.accent : colours.text, list_.words(*row, 0));
    paintLine(*painter, {words.left(), words.bottom() - aboutLine(), words.width(), aboutLine()},
              aboutFont(), colours.muted, list_.words(*row, 1));
    painter->restore();
  }

  bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                 const QModelIndex& index) override {
    const TableRow* row = list_.row(index.row());
    if (event->type() != QEvent::ToolTip || row == nullptr) {
      return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    QToolTip::showText(event->globalPos(),
                       QStringLiteral("%1\n%2\n%3")
                           .arg(list_.words(*row, 0), list_.words(*row, 1), list_.rest(*row)),
                       view);
    return true;
  }

 private:
  [[nodiscard]] QFont nameFont() const {
    return list_.plotStyle().text(FontSize::base, QFont::Medium);
  }
  [[nodiscard]] QFont aboutFont() const { return list_.plotStyle().text(FontSize::small); }
  [[nodiscard]] double nameLine() const { return QFontMetricsF(nameFont()).height(); }
  [[nodiscard]] double aboutLine() const { return QFontMetricsF(aboutFont()).height(); }

  void paintGround(QPainter& painter, const QRectF& area, const TableRow& row,
                   QStyle::State state) const {
    const Theme& colours = list_.plotStyle().colours();
    const bool hovered = state.testFlag(QStyle::State_MouseOver);
    if (row.selected || hovered) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(row.selected ? colours.accentBackground : colours.sunken);
      painter.drawRoundedRect(area, kRadius, kRadius);
    }
    if (state.testFlag(QStyle::State_HasFocus) && list_.hasFocus()) {
      painter.setPen(QPen(colours.accent, 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), kRadius, kRadius);
    }
  }

  // Good and bad as a disc and a square, as elsewhere in the window.
  void paintMarks(QPainter& painter, const QRectF& words, const TableRow& row) const {
    double x = words.right() - marksWidth(row) + kEdge + kMarkStep - kMark;
    const double y = words.top() + 0.5 * (nameLine() - kMark);
    painter.setPen(Qt::NoPen);
    for (std::size_t c = 2; c < row.cells.size(); ++c) {
      const TextRole mark = row.cells[c].role;
      const QRectF area(x, y, kMark, kMark);
      painter.setBrush(textColour(list_.plotStyle().colours(), mark));
      if (mark == TextRole::good) {
        painter.drawEllipse(area);
      } else if (mark == TextRole::bad) {
        painter.drawRect(area);
      }
      x += kMarkStep;
    }
  }

  static void paintLine(QPainter& painter, const QRectF& area, const QFont& font,
                        const QColor& colour, const QString& words) {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                     QFontMetricsF(font).elidedText(words, Qt::ElideRight, area.width()));
  }

  const ContentsList& list_;
};

}  // namespace

ContentsList::ContentsList(QWidget* parent)
    : QListView(parent), model_(new TableModel(this)), copy_(new QAction(this)) {
  setModel(model_);
  setItemDelegate(new EntryPainter(this));
  setFrameShape(QFrame::NoFrame);
  setUniformItemSizes(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setSelectionMode(QAbstractItemView::NoSelection);
  setTabKeyNavigation(false);
  setAutoScroll(false);  // A click moves nothing; keys do.
  setMouseTracking(true);
  viewport()->setCursor(Qt::PointingHandCursor);
  setContextMenuPolicy(Qt::ActionsContextMenu);
  copy_->setShortcut(QKeySequence::Copy);
  copy_->setShortcutContext(Qt::WidgetShortcut);
  connect(copy_, &QAction::triggered, this,
          [this] { QGuiApplication::clipboard()->setText(model_->tabSeparated(model_->all())); });
  addAction(copy_);
  connect(this, &QListView::clicked, this, &ContentsList::choose);
  retranslate();
}

void ContentsList::retranslate() {
  copy_->setText(tr("Copy table"));
}

void ContentsList::setTable(std::shared_ptr<const Figure> figure, const TablePanel& panel,
                            const PlotStyle& style) {
  panel_ = &panel;
  style_ = style;
  model_->setTable(std::move(figure), panel, style.language);
  for (int k = 0; k < model_->rowCount(); ++k) {
    if (panel.rows[static_cast<std::size_t>(k)].selected) {
      const QModelIndex chosen = model_->index(k, 0);
      setCurrentIndex(chosen);
      if (!visualRect(chosen).intersects(viewport()->rect())) {
        scrollTo(chosen, QAbstractItemView::PositionAtCenter);
      }
    }
  }
  viewport()->update();
}

const TableRow* ContentsList::row(int index) const {
  return panel_ == nullptr || index < 0 || index >= model_->rowCount()
             ? nullptr
             : &panel_->rows[static_cast<std::size_t>(index)];
}

QString ContentsList::words(const TableRow& row, std::size_t column) const {
  return column < row.cells.size() ? style_.words(row.cells[column].text) : QString();
}

QString ContentsList::rest(const TableRow& row) const {
  QStringList lines;
  for (std::size_t c = 2; c < row.cells.size() && c < panel_->columns.size(); ++c) {
    lines << style_.words({"plot.contents.mark",
                           {{"column", panel_->columns[c].title}, {"cell", row.cells[c].text}}});
  }
  return lines.join(QLatin1Char('\n'));
}

double ContentsList::widestEntry() const {
  const QFontMetricsF name(style_.text(FontSize::base, QFont::Medium));
  const QFontMetricsF about(style_.text(FontSize::small));
  double widest = 0;
  for (int k = 0; k < model_->rowCount(); ++k) {
    const TableRow& entry = *row(k);
    widest = std::max({widest, name.horizontalAdvance(words(entry, 0)) + marksWidth(entry),
                       about.horizontalAdvance(words(entry, 1))});
  }
  return std::ceil(widest) + 2 * kEdge + 4;
}

void ContentsList::choose(const QModelIndex& index) {
  const Action action = model_->actionOf(index);
  if (!action.empty()) {
    emit chosen(action);
  }
}

void ContentsList::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return choose(currentIndex());
    default:
      QListView::keyPressEvent(event);
      scrollTo(currentIndex());
  }
}

void ContentsList::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QListView::changeEvent(event);
}

}  // namespace poscope
