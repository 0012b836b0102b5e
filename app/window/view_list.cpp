#include "app/window/view_list.h"

#include <QAction>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/line_icon.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr int kRowHeight = 30;
const QString kModelPrefix = QStringLiteral("model:");

/// Headers are small and quiet, the current view is a filled row.
class RowPainter : public QStyledItemDelegate {
 public:
  RowPainter(const Appearance& appearance, QObject* parent)
      : QStyledItemDelegate(parent), appearance_(appearance) {}

  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& /*option*/,
                               const QModelIndex& index) const override {
    const bool header = index.data(kIdRole).toString().isEmpty();
    return {120, header && index.row() > 0 ? kRowHeight + 8 : kRowHeight};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const Theme& theme = appearance_.colours();
    const bool header = index.data(kIdRole).toString().isEmpty();
    const bool chosen = (option.state & QStyle::State_Selected) != 0;
    const QRect row = option.rect.adjusted(8, 1, -8, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (!header && (chosen || (option.state & QStyle::State_MouseOver) != 0)) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(chosen ? theme.accentBackground : theme.background);
      painter->drawRoundedRect(row, 6, 6);
    }
    if (chosen && (option.state & QStyle::State_HasFocus) != 0) {
      painter->setPen(theme.accent);
      painter->setBrush(Qt::NoBrush);
      painter->drawRoundedRect(QRectF(row).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    painter->setFont(fontOf(header, chosen));
    painter->setPen(chosen ? theme.accent : theme.muted);
    const QRect words = wordsIn(option.rect, header);
    painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft, shown(index, words.width(), chosen));
    painter->restore();
  }

  /// The question of a view, after its name where that is not to be read in its row.
  bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                 const QModelIndex& index) override {
    if (event->type() != QEvent::ToolTip) {
      return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    const QString title = index.data().toString();
    const bool whole = shown(index, wordsIn(option.rect, false).width(), true) == title;
    const QString question = index.data(Qt::ToolTipRole).toString();
    QToolTip::showText(event->globalPos(),
                       whole ? question : QStringLiteral("%1\n%2").arg(title, question), view);
    return true;
  }

 private:
  static QRect wordsIn(const QRect& item, bool header) {
    return item.adjusted(16, header ? 9 : 1, -16, -1);
  }

  static QString shown(const QModelIndex& index, int width, bool chosen) {
    const bool header = index.data(kIdRole).toString().isEmpty();
    return QFontMetrics(fontOf(header, chosen))
        .elidedText(index.data().toString(), Qt::ElideRight, width);
  }

  static QFont fontOf(bool header, bool chosen) {
    QFont font = header ? textFont(FontSize::tiny, QFont::DemiBold)
                        : textFont(FontSize::base, chosen ? QFont::DemiBold : QFont::Normal);
    if (header) {
      font.setLetterSpacing(QFont::AbsoluteSpacing, 0.5);
      font.setCapitalization(QFont::AllUppercase);
    }
    return font;
  }

  const Appearance& appearance_;
};

/// A small cross.
QIcon clearIcon(const QColor& colour) {
  return lineIcon(colour, 1.4, {{5, 5, 11, 11}, {11, 5, 5, 11}});
}

}  // namespace

ViewList::ViewList(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      filter_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      clear_(filter_->addAction(QIcon(), QLineEdit::TrailingPosition)),
      nothing_(new QLabel(this)) {
  setProperty("look", "panel");
  setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 12, 0, 0);
  column->setSpacing(8);
  auto* inset = new QHBoxLayout;
  inset->setContentsMargins(12, 0, 12, 0);
  inset->addWidget(filter_);
  column->addLayout(inset);
  column->addWidget(nothing_);
  column->addWidget(list_, 1);
  nothing_->setProperty("look", "muted");
  nothing_->setWordWrap(true);
  nothing_->setContentsMargins(16, 4, 16, 0);
  list_->setItemDelegate(new RowPainter(appearance, list_));
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setMouseTracking(true);
  list_->setFrameShape(QFrame::NoFrame);
  connect(clear_, &QAction::triggered, filter_, &QLineEdit::clear);
  connect(&appearance, &Appearance::themeChanged, this, &ViewList::redraw);
  filter_->installEventFilter(this);
  connect(filter_, &QLineEdit::textChanged, this, &ViewList::rebuild);
  connect(list_, &QListWidget::itemClicked, this, &ViewList::choose);
  connect(list_, &QListWidget::itemActivated, this, &ViewList::choose);
  connect(list_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    // Arrow keys walk through the views; a model waits for Return.
    if (list_->hasFocus() && item != nullptr &&
        !item->data(kIdRole).toString().startsWith(kModelPrefix)) {
      choose(item);
    }
  });
  redraw();
  rebuild();
}

bool ViewList::matches(const QString& title, const QString& more) const {
  const QString words = filter_->text().trimmed();
  for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    if (!title.contains(word, Qt::CaseInsensitive) && !more.contains(word, Qt::CaseInsensitive)) {
      return false;
    }
  }
  return true;
}

void ViewList::addHeader(const QString& title) {
  auto* item = new QListWidgetItem(title, list_);
  item->setFlags(Qt::NoItemFlags);
}

void ViewList::addEntry(const QString& title, const QString& tip, const QString& id) {
  auto* item = new QListWidgetItem(title, list_);
  item->setData(kIdRole, id);
  item->setToolTip(tip);
  if (id.toStdString() == current_) {
    list_->setCurrentItem(item);
  }
}

void ViewList::addViews() {
  std::string group;
  for (const View& view : views()) {
    const QString id = QString::fromStdString(view.id);
    const QString title = appearance_.say(Text(view.id + ".title"));
    const QString question = appearance_.say(Text(view.id + ".question"));
    if (!matches(title, id + QLatin1Char(' ') + question)) {
      continue;
    }
    if (view.group != group) {
      group = view.group;
      addHeader(appearance_.say(Text("group." + group)));
    }
    addEntry(title, question, id);
  }
}

void ViewList::addPresets() {
  bool first = true;
  for (const ModelPreset& preset : modelPresets()) {
    const QString title = QString::fromStdString(preset.title);
    if (!matches(title, QString::fromStdString(preset.id))) {
      continue;
    }
    if (std::exchange(first, false)) {
      addHeader(tr("Models"));
    }
    addEntry(title, appearance_.say(preset.source),
             kModelPrefix + QString::fromStdString(preset.id));
  }
}

void ViewList::rebuild() {
  const QSignalBlocker blocker(list_);
  list_->clear();
  addViews();
  if (!filter_->text().trimmed().isEmpty()) {
    addPresets();
  }
  const QString words = filter_->text().trimmed();
  nothing_->setText(tr("No view and no model is called “%1”.").arg(words));
  nothing_->setVisible(list_->count() == 0);
  clear_->setVisible(!filter_->text().isEmpty());
  clear_->setToolTip(tr("Clear the filter"));
  filter_->setPlaceholderText(tr("Filter views and models"));
  filter_->setAccessibleName(tr("Filter views and models"));
  list_->setAccessibleName(tr("Views"));
}

void ViewList::redraw() {
  clear_->setIcon(clearIcon(appearance_.colours().muted));
}

void ViewList::setCurrent(const std::string& view) {
  current_ = view;
  const QSignalBlocker blocker(list_);
  for (int row = 0; row < list_->count(); ++row) {
    if (list_->item(row)->data(kIdRole).toString().toStdString() == view) {
      list_->setCurrentRow(row);
    }
  }
}

void ViewList::setFilter(const QString& words) {
  filter_->setText(words);
}

void ViewList::focusFilter() {
  filter_->setFocus(Qt::ShortcutFocusReason);
  filter_->selectAll();
}

QStringList ViewList::listed() const {
  QStringList ids;
  for (int row = 0; row < list_->count(); ++row) {
    const QString id = list_->item(row)->data(kIdRole).toString();
    if (!id.isEmpty()) {
      ids << id;
    }
  }
  return ids;
}

void ViewList::choose(const QListWidgetItem* item) {
  const QString id = item == nullptr ? QString() : item->data(kIdRole).toString();
  if (id.startsWith(kModelPrefix)) {
    const QString preset = id.mid(kModelPrefix.size());
    filter_->clear();  // The views that the model is for are seen again.
    emit presetChosen(preset);
  } else if (!id.isEmpty()) {
    emit viewChosen(id);
  }
}

bool ViewList::eventFilter(QObject* watched, QEvent* event) {
  if (watched != filter_ || event->type() != QEvent::KeyPress) {
    return QWidget::eventFilter(watched, event);
  }
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Down) {
    list_->setFocus(Qt::TabFocusReason);
    return true;
  }
  if (key->key() == Qt::Key_Escape && !filter_->text().isEmpty()) {
    filter_->clear();
    return true;
  }
  if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
    for (int row = 0; row < list_->count(); ++row) {
      if (!list_->item(row)->data(kIdRole).toString().isEmpty()) {
        choose(list_->item(row));
        return true;
      }
    }
  }
  return false;
}

void ViewList::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  emit widthChanged(width());
}

void ViewList::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    rebuild();
  }
  QWidget::changeEvent(event);
}

}  // namespace poscope
