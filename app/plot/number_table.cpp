#include "app/plot/number_table.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QTableView>
#include <algorithm>

#include "app/plot/style.h"
#include "core/figure/grid_text.h"

namespace poscope {
namespace {

constexpr int kRowHeight = 24;
constexpr int kColumnWidth = 104;
constexpr int kMeasuredColumns = 32;  ///< All are as wide as the widest of these, ...
constexpr int kMeasuredRows = 32;     ///< ... in so many rows: the first are often zeros.
constexpr std::int64_t kMostCopiedCells = std::int64_t{1} << 22;

}  // namespace

NumberTable::NumberTable(QWidget* parent)
    : QWidget(parent),
      choice_(new QComboBox(this)),
      about_(new QLabel(this)),
      table_(new QTableView(this)),
      model_(new GridModel(this)),
      copy_(new QAction(this)),
      copying_(*this, [this](Result<std::string> text) {
        if (!text) {
          emit failed(text.error());
          return;
        }
        auto mime = std::make_unique<QMimeData>();
        const QByteArray bytes = QByteArray::fromStdString(*text);
        mime->setData(QStringLiteral("text/tab-separated-values"), bytes);
        mime->setText(QString::fromUtf8(bytes));
        QGuiApplication::clipboard()->setMimeData(mime.release());
        emit copied("window.copied.table");
      }) {
  auto* line = new QHBoxLayout;
  line->setSpacing(12);
  line->addWidget(choice_);
  line->addWidget(about_, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addLayout(line);
  column->addWidget(table_, 1);
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  about_->setProperty("look", "muted");
  about_->setMinimumWidth(0);
  about_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  table_->setModel(model_);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionMode(QAbstractItemView::ContiguousSelection);
  table_->setTabKeyNavigation(false);
  table_->setWordWrap(false);
  table_->setFont(monoFont(FontSize::small));
  table_->setFrameShape(QFrame::NoFrame);
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->verticalHeader()->setDefaultSectionSize(kRowHeight);
  table_->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->setCornerButtonEnabled(true);
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
  copy_->setShortcut(QKeySequence::Copy);
  copy_->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  table_->addAction(copy_);
  setFocusProxy(table_);
  connect(copy_, &QAction::triggered, this, &NumberTable::copySelection);
  connect(choice_, &QComboBox::currentIndexChanged, this, &NumberTable::showChosen);
}

void NumberTable::setFigure(std::shared_ptr<const Figure> figure,
                            const std::optional<Zoom>& window) {
  if (figure == figure_ && window == window_) {
    return;
  }
  const bool another = figure != figure_;
  figure_ = std::move(figure);
  window_ = window;
  if (another) {
    fillChoices();
  }
  showChosen();
}

void NumberTable::setStyle(const PlotStyle& style) {
  if (style == style_) {
    return;
  }
  style_ = style;
  retranslate();
  if (figure_ != nullptr) {
    fillChoices();
    showChosen();
  }
}

void NumberTable::fillChoices() {
  const QVariant before = choice_->currentData();
  const QSignalBlocker quiet(choice_);
  choice_->clear();
  if (figure_ == nullptr) {
    return;
  }
  for (const TableChoice& choice : tableChoices(*figure_)) {
    choice_->addItem(style_.words(choice.title), QString::fromStdString(choice.layer));
  }
  choice_->setCurrentIndex(std::max(0, choice_->findData(before)));
  choice_->setVisible(choice_->count() > 1);
}

void NumberTable::showPanel(std::size_t panel) {
  if (figure_ == nullptr) {
    return;
  }
  const auto choices = tableChoices(*figure_);
  const auto found = std::find_if(choices.begin(), choices.end(),
                                  [&](const TableChoice& choice) { return choice.panel == panel; });
  if (found != choices.end()) {
    choice_->setCurrentIndex(static_cast<int>(found - choices.begin()));
  }
}

QString NumberTable::about() const {
  return about_->text();
}

std::string NumberTable::layer() const {
  return choice_->currentData().toString().toStdString();
}

void NumberTable::showChosen() {
  if (figure_ == nullptr || choice_->count() == 0) {
    model_->setGrid(nullptr, std::nullopt);
    about_->clear();
    return;
  }
  DataRequest request;
  request.layer = layer();
  request.neighbours = true;
  request.language = style_.language;
  if (window_) {
    request.window = DataWindow{window_->x0, window_->x1, window_->y0, window_->y1};
  }
  auto grid = DataGrid::make(*figure_, request);
  if (!grid) {
    model_->setGrid(nullptr, std::nullopt);
    about_->setText(style_.words(grid.error().text));
    return;
  }
  const std::int64_t rows = grid->rows();
  const std::int64_t columns = grid->columns();
  model_->setGrid(figure_, std::move(*grid), style_.words("plot.masked"));
  // The axis stands beside the rows, where it stays when the table is moved.
  table_->setColumnHidden(0, true);
  table_->horizontalHeader()->setDefaultSectionSize(kColumnWidth);
  int width = kColumnWidth;
  for (int column = 1; column < std::min(model_->columnCount(), kMeasuredColumns); ++column) {
    width = std::max(width, table_->horizontalHeader()->sectionSizeHint(column));
    for (int row = 0; row < std::min(model_->rowCount(), kMeasuredRows); ++row) {
      width = std::max(width, table_->sizeHintForIndex(model_->index(row, column)).width() + 16);
    }
  }
  table_->horizontalHeader()->setDefaultSectionSize(width);
  const bool cut = rows > GridModel::kMostLines || columns > GridModel::kMostLines + 1;
  about_->setText(style_.words({cut ? "plot.table.cut" : "plot.table.size",
                                {{"axis", model_->grid()->heading(0)},
                                 {"rows", rows},
                                 {"columns", columns - 1},
                                 {"most", GridModel::kMostLines}}}));
  about_->setToolTip(about_->text());
  table_->setAccessibleName(choice_->currentText());
  table_->setAccessibleDescription(about_->text());
}

// Nothing or everything chosen: all of the table, also what is not shown of it.
void NumberTable::copySelection() {
  const QItemSelection chosen = table_->selectionModel()->selection();
  if (chosen.isEmpty() || model_->grid() == nullptr) {
    emit copyRequested();
    return;
  }
  const QItemSelectionRange& range = chosen.front();
  const bool wholeColumns = range.height() == model_->rowCount();
  if (wholeColumns && range.right() == model_->columnCount() - 1 && range.left() <= 1) {
    emit copyRequested();
    return;
  }
  const IndexRange rows{range.top(), 1, range.height()};
  const IndexRange columns{range.left(), 1, range.width()};
  const std::int64_t cells = rows.count * columns.count;
  if (cells > kMostCopiedCells) {
    emit failed(
        {ErrorKind::usage, {"plot.table.large", {{"cells", cells}, {"most", kMostCopiedCells}}}});
    return;
  }
  copying_.start(
      [grid = model_->sharedGrid(), rows, columns, wholeColumns](const Job<std::string>& job) {
        return tabSeparated(*grid, rows, columns, wholeColumns, job.stop);
      });
}

void NumberTable::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    emit left();
    return;
  }
  QWidget::keyPressEvent(event);
}

void NumberTable::retranslate() {
  copy_->setText(style_.words("plot.table.copy"));
  choice_->setAccessibleName(style_.words("plot.table.choose"));
}

}  // namespace poscope
