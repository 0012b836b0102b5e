#include "app/plot/figure_view.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/jobs/qt_latest.h"
#include "app/plot/cell_memo.h"
#include "app/plot/cell_work.h"
#include "app/plot/panel_canvas.h"
#include "app/plot/panel_layout.h"
#include "app/plot/panel_widget.h"
#include "app/plot/pixel_note.h"
#include "app/plot/shared_cursor.h"
#include "app/plot/sticky_headings.h"
#include "app/plot/table_widget.h"

namespace poscope {
namespace {

constexpr double kLeastPlot = 200;       ///< Height that a plot keeps; the page scrolls instead.
constexpr double kPictureShare = 0.6;    ///< Of the view that plots take of what is seen first.
constexpr double kContentsShare = 0.34;  ///< Of its width for a list beside it, at most.
constexpr int kScrollMargin = 40;        ///< Pixels in view around what the keyboard moved to.

bool isContents(const Panel& panel) {
  const auto* table = std::get_if<TablePanel>(&panel);
  return table != nullptr && table->contents;
}

}  // namespace

class FigureView::Private {
 public:
  Private(FigureView* owner, SharedCursor* shared);
  Private(const Private&) = delete;
  Private& operator=(const Private&) = delete;
  ~Private();

  void setFigure(std::shared_ptr<const Figure> figure, const std::optional<Zoom>& window);
  void clear();
  void setStyle(const PlotStyle& style);
  [[nodiscard]] PanelCanvas* mainCanvas() const;
  [[nodiscard]] std::optional<Zoom> window() const;
  void arrange();
  [[nodiscard]] std::vector<PlotPlace> plotPlaces() const;
  [[nodiscard]] std::vector<PlotPlace> clockPlaces() const;
  bool showAs(const Private& other);
  void mirror(const Private& other);
  void endOthersGesture();

  void readAgain();

  bool pictureFirst = false;
  FigureView* owner;
  SharedCursor* shared;
  QScrollArea* scroll;  ///< For figures whose bits and tables need more height than there is.
  QWidget* content;
  StickyHeadings* headings;
  std::shared_ptr<const Figure> figure;
  PlotStyle style;
  Text note;
  QtLatest<CellAnswer> cells;
  std::vector<std::shared_ptr<const Figure>> others;  ///< Sides to prepare cells for.
  bool plotsOnly = false;

  void prepare();
  [[nodiscard]] bool preparedIdle() const { return prepared_.idle(); }
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  using Target = std::pair<std::size_t, std::size_t>;  ///< Panel and layer.
  struct Item {
    PanelCanvas* canvas = nullptr;
    PanelWidget* words = nullptr;  ///< Bits, a table or code.
  };

  [[nodiscard]] bool sameKinds() const;
  void makeItems();
  void dropItems();
  void takeFocus();
  PanelCanvas* makeCanvas();
  PanelWidget* makeWords(const Panel& panel);
  void fillItem(std::size_t index, const std::optional<Zoom>& shown);
  void describe(QWidget& widget, const Panel& panel) const;
  [[nodiscard]] int placeContents() const;
  void arrangeRest(const std::vector<std::size_t>& shown);
  [[nodiscard]] int leastWidthOf(const std::vector<std::size_t>& shown) const;
  void followHeadings();
  void endGesture(const PanelCanvas& canvas);
  void tellWindow();
  void follow(const PanelCanvas* leader);
  void requestCells();
  void accept(CellAnswer answer);
  void acceptPrepared(const CellAnswer& answer);
  [[nodiscard]] std::vector<CellRequest> requestsOf(std::size_t panel) const;
  void replotAll();
  void paintAll(double computeMilliseconds);
  void setNote(Text text);

  std::vector<Item> items_;
  QtLatest<CellAnswer> prepared_;  ///< Cells of `others`, while nothing else is to be done.
  std::vector<CellRequest> preparing_;
  bool isOther_ = false;    ///< Another figure is being set: its layers have no cells yet.
  bool complete_ = false;   ///< Every layer had cells when it was asked last,
  bool stretched_ = false;  ///< some of them made for another size.
  CellMemo memo_;
  std::map<Target, CellRequest> asked_;
  std::optional<Target> noted_;  ///< What the note speaks of.
  QTimer soon_;                  ///< Joins several wishes for cells into one.
  std::map<Target, double> lastMilliseconds_;
  std::optional<Zoom> told_;  ///< What windowChanged, or setFigure, said last.
  bool toBeTold_ = false;     ///< A gesture has ended, y follows when the cells come.
};

FigureView::Private::Private(FigureView* view, SharedCursor* sharedCursor)
    : owner(view),
      shared(sharedCursor),
      scroll(new QScrollArea(view)),
      content(new QWidget),
      headings(new StickyHeadings(scroll->viewport())),
      cells(*view,
            [this](Result<CellAnswer> answer) {
              if (answer) {
                accept(std::move(*answer));
              } else {
                emit owner->failed(answer.error());
                tellWindow();
              }
            }),
      prepared_(*view, [this](const Result<CellAnswer>& answer) {
        if (answer) {  // Who shows such a side is told of a failure then.
          acceptPrepared(*answer);
        }
      }) {
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(content);
  for (const QScrollBar* bar : {scroll->verticalScrollBar(), scroll->horizontalScrollBar()}) {
    QObject::connect(bar, &QScrollBar::valueChanged, owner, [this] {
      followHeadings();
      emit owner->moved();
    });
  }
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  if (shared != nullptr) {
    QObject::connect(shared, &SharedCursor::zoomRequested, owner, [this] {
      for (const Item& item : items_) {
        if (item.canvas != nullptr) {
          item.canvas->zoomToRange();
        }
      }
    });
  }
  QObject::connect(&soon_, &QTimer::timeout, owner, [this] { requestCells(); });
}

// The widgets live a little longer, and what has the keyboard tells that it loses it.
FigureView::Private::~Private() {
  for (const Item& item : items_) {
    QObject* const widget =
        item.canvas != nullptr ? static_cast<QObject*>(item.canvas) : item.words;
    widget->disconnect(owner);
  }
  scroll->verticalScrollBar()->disconnect(owner);
  scroll->horizontalScrollBar()->disconnect(owner);
}

PanelCanvas* FigureView::Private::mainCanvas() const {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [](const Item& item) { return item.canvas != nullptr; });
  return found == items_.end() ? nullptr : found->canvas;
}

bool FigureView::Private::sameKinds() const {
  if (items_.size() != figure->panels.size()) {
    return false;
  }
  for (std::size_t k = 0; k < items_.size(); ++k) {
    const Panel& panel = figure->panels[k];
    const bool same = items_[k].canvas != nullptr ? std::holds_alternative<PlotPanel>(panel)
                                                  : items_[k].words->shows(panel);
    if (!same) {
      return false;
    }
  }
  return true;
}

PanelCanvas* FigureView::Private::makeCanvas() {
  auto* canvas = new PanelCanvas(shared, content);
  QObject::connect(canvas, &PanelCanvas::cellsNeeded, owner, [this, canvas] {
    follow(canvas);
    soon_.start();
    emit owner->moved();
  });
  QObject::connect(canvas, &PanelCanvas::detailChanged, owner, &FigureView::hovered);
  QObject::connect(canvas, &PanelCanvas::clicked, owner, &FigureView::clicked);
  QObject::connect(canvas, &PanelCanvas::menuRequested, owner, [this, canvas](const QPoint& place) {
    const auto found = std::find_if(items_.begin(), items_.end(),
                                    [canvas](const Item& item) { return item.canvas == canvas; });
    emit owner->menuRequested(place, static_cast<std::size_t>(found - items_.begin()));
  });
  QObject::connect(canvas, &PanelCanvas::gestureEnded, owner,
                   [this, canvas] { endGesture(*canvas); });
  return canvas;
}

// The zoom is that of the main plot, also where another one led. Where y follows a curve, it is
// known when the curve is.
void FigureView::Private::endGesture(const PanelCanvas& canvas) {
  toBeTold_ = true;
  if (!canvas.following() || (cells.idle() && !soon_.isActive())) {
    tellWindow();
  }
}

void FigureView::Private::tellWindow() {
  if (std::exchange(toBeTold_, false) && told_ != window()) {
    told_ = window();
    emit owner->windowChanged(told_);
  }
}

PanelWidget* FigureView::Private::makeWords(const Panel& panel) {
  QWidget* const parent = isContents(panel) ? static_cast<QWidget*>(owner) : content;
  PanelWidget* words = makePanelWidget(panel, parent);
  QObject::connect(words, &PanelWidget::subjectLit, owner, [this](const std::string& subject) {
    for (const Item& item : items_) {
      if (item.words != nullptr) {
        item.words->light(subject);
      }
    }
  });
  QObject::connect(words, &PanelWidget::actionRequested, owner, &FigureView::actionRequested);
  QObject::connect(words, &PanelWidget::focusMoved, owner, [this, words](const QRect& place) {
    if (!content->isAncestorOf(words)) {
      return;
    }
    const QPoint at = words->mapTo(content, place.center());
    scroll->ensureVisible(at.x(), at.y(), place.width() / 2, place.height() / 2 + kScrollMargin);
  });
  return words;
}

// Who had the keyboard has it again on the next figure, and not somewhere else in the window.
void FigureView::Private::dropItems() {
  QWidget* const focus = owner->QWidget::window()->focusWidget();
  const bool ours = focus != nullptr && owner->isAncestorOf(focus);
  owner->setFocusProxy(nullptr);
  if (ours) {
    owner->setFocus(Qt::OtherFocusReason);
  }
  for (const Item& item : items_) {
    // A key or a click that led here may still be running through it.
    QWidget* const widget =
        item.canvas != nullptr ? static_cast<QWidget*>(item.canvas) : item.words;
    widget->hide();
    widget->deleteLater();
  }
  items_.clear();
}

// The keyboard goes to the plot, else to the first table that it can walk through.
void FigureView::Private::takeFocus() {
  QWidget* target = mainCanvas();
  for (const Item& item : items_) {
    if (target == nullptr && item.words->spoken().focusPolicy() != Qt::NoFocus) {
      target = &item.words->spoken();
    }
  }
  const bool ours = owner->QWidget::window()->focusWidget() == owner;
  owner->setFocusProxy(target);
  if (ours && target != nullptr) {
    target->setFocus(Qt::OtherFocusReason);
  }
}

void FigureView::Private::clear() {
  cells.stop();
  prepared_.stop();
  soon_.stop();
  memo_.clear();
  others.clear();
  asked_.clear();
  lastMilliseconds_.clear();
  dropItems();
  headings->hide();
  figure = nullptr;
  scroll->verticalScrollBar()->setValue(0);
  scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setNote({});
}

void FigureView::Private::makeItems() {
  dropItems();
  scroll->verticalScrollBar()->setValue(0);
  for (const Panel& panel : figure->panels) {
    Item item;
    if (std::holds_alternative<PlotPanel>(panel)) {
      item.canvas = makeCanvas();
      item.canvas->show();
    } else {
      item.words = makeWords(panel);
      item.words->setVisible(!plotsOnly);
    }
    items_.push_back(item);
  }
}

void FigureView::Private::fillItem(std::size_t index, const std::optional<Zoom>& shown) {
  const Panel& panel = figure->panels[index];
  const Item& item = items_[index];
  if (item.words != nullptr) {
    item.words->setPanel(figure, panel, style);
    describe(item.words->spoken(), panel);
    return;
  }
  const bool isMain = item.canvas == mainCanvas();
  item.canvas->stopFollowing();
  item.canvas->setPanel(figure, std::get<PlotPanel>(panel), style, isMain ? shown : std::nullopt);
  describe(*item.canvas, panel);
}

void FigureView::Private::describe(QWidget& widget, const Panel& panel) const {
  const Text& title = std::visit([](const auto& each) -> const Text& { return each.title; }, panel);
  // The picture is called by what it answers.
  const Text answer("plot.answer", {{"question", figure->finding.question},
                                    {"finding", figure->finding.sentence}});
  widget.setAccessibleName(style.words(title.empty() ? answer : title));
  QString description = style.words(figure->finding.explanation);
  const auto* plot = std::get_if<PlotPanel>(&panel);
  if (plot != nullptr && plot->y.hasScale()) {
    const Text axes(plot->y.downward ? "plot.axes.downward" : "plot.axes",
                    {{"x", plot->x.title}, {"y", plot->y.title}});
    description = QStringLiteral("%1\n%2").arg(description, style.words(axes));
  }
  widget.setAccessibleDescription(description);
}

void FigureView::Private::setFigure(std::shared_ptr<const Figure> next,
                                    const std::optional<Zoom>& shown) {
  if (figure == nullptr || figure->sides != next->sides || next->sides == nullptr) {
    memo_.clear();
    others.clear();
  }
  isOther_ = next != figure;
  figure = std::move(next);
  cells.stop();
  prepared_.stop();
  if (!sameKinds()) {
    lastMilliseconds_.clear();
    makeItems();
  }
  for (std::size_t k = 0; k < items_.size(); ++k) {
    fillItem(k, shown);
  }
  QPalette colours = content->palette();
  colours.setColor(QPalette::Window, style.colours().surface);
  content->setPalette(colours);
  content->setAutoFillBackground(true);
  told_ = window();
  toBeTold_ = false;
  follow(mainCanvas());
  arrange();
  takeFocus();
  requestCells();
  for (const Item& item : items_) {
    if (item.canvas != nullptr) {
      item.canvas->inspectAgain();
      item.canvas->showShared();
    }
  }
  emit owner->moved();
}

// The first plot that has a place for it.
void FigureView::Private::readAgain() {
  for (const Item& item : items_) {
    if (item.canvas != nullptr && (item.canvas->inspectAgain() || item.canvas->readShared())) {
      return;
    }
  }
}

void FigureView::Private::setStyle(const PlotStyle& next) {
  if (next == style) {
    return;
  }
  style = next;
  if (figure != nullptr) {
    setFigure(figure, window());
  }
  owner->update();
}

std::optional<Zoom> FigureView::Private::window() const {
  const PanelCanvas* canvas = mainCanvas();
  if (canvas == nullptr || canvas->isWhole()) {
    return std::nullopt;
  }
  return Zoom{canvas->xRange().low, canvas->xRange().high, canvas->yRange().low,
              canvas->yRange().high};
}

// Panels over the same x values show the same part of them.
void FigureView::Private::follow(const PanelCanvas* leader) {
  for (const Item& item : items_) {
    PanelCanvas* canvas = item.canvas;
    const bool same = canvas != nullptr && leader != nullptr && canvas != leader &&
                      canvas->panel() != nullptr && leader->panel() != nullptr &&
                      canvas->panel()->zoomable && leader->panel()->zoomable &&
                      canvas->xRules().limits == leader->xRules().limits &&
                      canvas->xRules().scale == leader->xRules().scale;
    if (same && !(canvas->xRange() == leader->xRange())) {
      canvas->followAlong(leader->xRange());
    }
  }
}

// A list of what the figure can be about stands on the left and scrolls by itself; returns its
// width.
int FigureView::Private::placeContents() const {
  int width = 0;
  for (std::size_t k = 0; k < items_.size(); ++k) {
    if (isContents(figure->panels[k])) {
      PanelWidget& list = *items_[k].words;
      const double most = std::max(list.leastWidth(), kContentsShare * owner->width());
      width = static_cast<int>(std::min(list.naturalWidth(), most));
      list.setGeometry(0, 0, width, owner->height());
    }
  }
  return width;
}

void FigureView::Private::arrange() {
  if (figure == nullptr) {
    scroll->setGeometry(owner->rect());
    return;
  }
  scroll->setGeometry(owner->rect().adjusted(placeContents(), 0, 0, 0));
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < items_.size(); ++k) {
    if (!isContents(figure->panels[k])) {
      shown.push_back(k);
    }
  }
  arrangeRest(shown);
  followHeadings();
}

// What no line of tables, bits or code is cut in.
int FigureView::Private::leastWidthOf(const std::vector<std::size_t>& shown) const {
  double width = 0;
  for (const std::size_t k : shown) {
    width = items_[k].words == nullptr ? width : std::max(width, items_[k].words->leastWidth());
  }
  return static_cast<int>(std::ceil(width));
}

// A page that is too narrow for its tables scrolls sideways.
void FigureView::Private::arrangeRest(const std::vector<std::size_t>& shown) {
  const auto words = [&](std::size_t k) { return items_[shown[k]].words; };
  const PanelNeeds needs{
      [&](std::size_t k) { return words(k) == nullptr ? kWholeLine : words(k)->naturalWidth(); },
      [&](std::size_t k, double width) {
        return words(k) == nullptr ? kFlatPlot : words(k)->heightFor(width);
      },
      kLeastPlot,
      [&](std::size_t k) { return words(k) == nullptr ? kWholeLine : words(k)->leastWidth(); }};
  std::vector<const Panel*> panels;
  panels.reserve(shown.size());
  for (const std::size_t k : shown) {
    panels.push_back(&figure->panels[k]);
  }
  const int least = leastWidthOf(shown);
  const bool narrow = least > scroll->width();
  const int below = narrow ? scroll->horizontalScrollBar()->sizeHint().height() : 0;
  const QSize whole(std::max(scroll->width(), least), scroll->height() - below);
  const double share = pictureFirst ? 1 : kPictureShare;
  const double picture = share * owner->width() * owner->height();
  std::vector<QRectF> areas = arrangeInWindow(panels, whole, picture, needs);
  const bool scrolls = arrangedHeight(areas) > whole.height() + 0.5;
  const int bar = scrolls ? scroll->verticalScrollBar()->sizeHint().width() : 0;
  const int width = std::max(scroll->width() - bar, least);
  if (scrolls) {
    areas = arrangeInWindow(panels, QSizeF(width, whole.height()), picture, needs);
  }
  scroll->setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
  scroll->setHorizontalScrollBarPolicy(width > scroll->width() - bar ? Qt::ScrollBarAlwaysOn
                                                                     : Qt::ScrollBarAlwaysOff);
  content->resize(width,
                  std::max(whole.height(), static_cast<int>(std::ceil(arrangedHeight(areas)))));
  for (std::size_t k = 0; k < shown.size(); ++k) {
    PanelCanvas* canvas = items_[shown[k]].canvas;
    QWidget* widget = canvas != nullptr ? static_cast<QWidget*>(canvas) : words(k);
    widget->setGeometry(areas[k].toRect());
    if (canvas != nullptr) {
      canvas->setPageScrolls(scrolls);
      canvas->layOut();
    }
  }
}

// Of the table that the upper edge of the page runs through.
void FigureView::Private::followHeadings() {
  headings->hide();
  for (const Item& item : items_) {
    const auto* table = qobject_cast<const TableWidget*>(item.words);
    if (table != nullptr && headings->follow(table->table())) {
      return;
    }
  }
}

std::vector<FigureView::PlotPlace> FigureView::Private::plotPlaces() const {
  std::vector<PlotPlace> places;
  for (const Item& item : items_) {
    if (item.canvas != nullptr) {
      const QRect whole(item.canvas->mapTo(owner, QPoint(0, 0)), item.canvas->size());
      const QRect area = item.canvas->plotArea().toRect().translated(whole.topLeft());
      places.push_back({whole, whole & scroll->geometry(), area});
    }
  }
  return places;
}

std::vector<FigureView::PlotPlace> FigureView::Private::clockPlaces() const {
  std::vector<PlotPlace> places;
  for (std::size_t k = 0; k < items_.size(); ++k) {
    if (isLargeClocks(figure->panels[k])) {
      const QWidget& clocks = *items_[k].words;
      const QRect whole(clocks.mapTo(owner, QPoint(0, 0)), clocks.size());
      places.push_back({whole, whole & scroll->geometry(), {}});
    }
  }
  return places;
}

// Whether another part is shown than before.
bool FigureView::Private::showAs(const Private& other) {
  if (items_.size() != other.items_.size()) {
    return false;  // One of them is empty, or shows the figure before.
  }
  bool another = false;
  for (std::size_t k = 0; k < items_.size(); ++k) {
    if (items_[k].canvas != nullptr && other.items_[k].canvas != nullptr &&
        items_[k].canvas->showAs(*other.items_[k].canvas)) {
      another = true;
      soon_.start();
    }
  }
  scroll->verticalScrollBar()->setValue(other.scroll->verticalScrollBar()->value());
  scroll->horizontalScrollBar()->setValue(other.scroll->horizontalScrollBar()->value());
  return another;
}

void FigureView::Private::mirror(const Private& other) {
  if (items_.size() != other.items_.size()) {
    return;
  }
  scroll->setGeometry(other.scroll->geometry());
  scroll->setVerticalScrollBarPolicy(other.scroll->verticalScrollBarPolicy());
  scroll->setHorizontalScrollBarPolicy(other.scroll->horizontalScrollBarPolicy());
  content->resize(other.content->size());
  for (std::size_t k = 0; k < items_.size(); ++k) {
    PanelCanvas* const canvas = items_[k].canvas;
    if (canvas != nullptr && other.items_[k].canvas != nullptr) {
      canvas->setPageScrolls(owner->scrolls());
      canvas->stopFollowing();
      if (canvas->geometry() != other.items_[k].canvas->geometry()) {
        canvas->setGeometry(other.items_[k].canvas->geometry());
        canvas->layOut();
      }
      canvas->fitAs(*other.items_[k].canvas);
    }
  }
  if (showAs(other)) {
    told_ = window();
  }
}

void FigureView::Private::endOthersGesture() {
  toBeTold_ = true;
  tellWindow();
}

void FigureView::Private::requestCells() {
  soon_.stop();
  if (figure == nullptr) {
    return;
  }
  prepared_.stop();
  asked_.clear();
  noted_.reset();
  complete_ = true;
  stretched_ = false;
  std::vector<CellOrder> orders;
  Text seen;
  for (std::size_t k = 0; k < items_.size(); ++k) {
    PanelCanvas* canvas = items_[k].canvas;
    if (canvas == nullptr || canvas->plotArea().isEmpty() || canvas->size().isEmpty()) {
      continue;
    }
    for (auto& [layer, request] : canvas->neededCells(canvas->devicePixelRatioF())) {
      const bool noted = canvas == mainCanvas() && !noted_;
      if (noted) {
        noted_ = {k, layer};
        seen = pixelNoteOf(request);
      }
      if (auto picture = memo_.find(request)) {
        canvas->setCells(layer, std::move(*picture));
        canvas->followAgain();
        continue;
      }
      if (auto picture = isOther_ ? memo_.alike(request) : std::nullopt) {
        canvas->setCells(layer, std::move(*picture));
        stretched_ = true;
      } else {
        complete_ = false;
      }
      const auto last = lastMilliseconds_.find({k, layer});
      const int wanted =
          last == lastMilliseconds_.end() ? kUnknownCoarseStep : coarseStep(request, last->second);
      const int step = coarsens(request) ? wanted : 0;
      if (noted && step > 0) {
        seen = pixelNoteOf(coarse(request, step));
      }
      asked_.insert_or_assign({k, layer}, request);
      orders.push_back({{k, layer}, std::move(request), step});
    }
  }
  setNote(std::move(seen));
  if (orders.empty()) {
    cells.stop();
    paintAll(0);
  } else {
    if (stretched_ && complete_) {
      replotAll();
    }
    cells.start(cellWork(std::move(orders)));
  }
  isOther_ = false;
}

std::vector<CellRequest> FigureView::Private::requestsOf(std::size_t panel) const {
  std::vector<CellRequest> requests;
  const PanelCanvas* canvas = items_[panel].canvas;
  if (canvas == nullptr || canvas->plotArea().isEmpty() || canvas->size().isEmpty()) {
    return requests;
  }
  for (auto& needed : canvas->neededCells(canvas->devicePixelRatioF())) {
    requests.push_back(std::move(needed.request));
  }
  return requests;
}

// The other sides at the part that is shown, when that is complete.
void FigureView::Private::prepare() {
  if (others.empty() || !cells.idle()) {
    return;
  }
  preparing_.clear();
  for (const auto& other : others) {
    const std::size_t panels = std::min(other->panels.size(), items_.size());
    for (std::size_t k = 0; k < panels; ++k) {
      const auto* plot = std::get_if<PlotPanel>(&other->panels[k]);
      if (plot == nullptr) {
        continue;
      }
      for (CellRequest& request : alikeRequests(*plot, requestsOf(k))) {
        if (!memo_.has(request)) {
          preparing_.push_back(std::move(request));
        }
      }
    }
  }
  std::vector<CellOrder> orders;
  for (std::size_t k = 0; k < preparing_.size(); ++k) {
    orders.push_back({{0, k}, preparing_[k], 0});
  }
  if (!orders.empty()) {
    prepared_.start(cellWork(std::move(orders)));
  }
}

void FigureView::Private::acceptPrepared(const CellAnswer& answer) {
  memo_.keep(preparing_[answer.target.layer], answer.picture);
}

void FigureView::Private::setNote(Text text) {
  if (!(text == note)) {
    note = std::move(text);
    emit owner->pixelNoteChanged();
  }
}

void FigureView::Private::accept(CellAnswer answer) {
  PanelCanvas* canvas = items_[answer.target.panel].canvas;
  if (!answer.isCoarse) {
    const Target target{answer.target.panel, answer.target.layer};
    lastMilliseconds_[target] = answer.layerMilliseconds;
    const auto asked = asked_.find(target);
    if (asked != asked_.end() && figure->sides) {
      memo_.keep(asked->second, answer.picture);
    }
    if (asked != asked_.end() && noted_ == target) {  // No longer that of the coarse picture.
      setNote(pixelNoteOf(asked->second));
    }
  }
  canvas->setCells(answer.target.layer, std::move(answer.picture));
  canvas->followAgain();
  emit owner->moved();
  if (answer.isCoarse) {
    canvas->replot(QCustomPlot::rpImmediateRefresh);
    emit owner->previewed();
    return;
  }
  if (answer.isLast) {
    paintAll(answer.milliseconds);
  }
}

void FigureView::Private::replotAll() {
  for (const Item& item : items_) {
    if (item.canvas != nullptr && !item.canvas->size().isEmpty()) {
      item.canvas->replot(QCustomPlot::rpImmediateRefresh);
    }
  }
}

void FigureView::Private::paintAll(double computeMilliseconds) {
  QElapsedTimer clock;
  clock.start();
  replotAll();
  const double painted = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  emit owner->rendered(computeMilliseconds, painted);
  tellWindow();
  prepare();
}

FigureView::FigureView(QWidget* parent, SharedCursor* shared)
    : QWidget(parent), d_(std::make_unique<Private>(this, shared)) {
  loadFonts();
  setMinimumSize(200, 140);
  setFocusPolicy(Qt::ClickFocus);  // Tab goes to what is in it.
}

FigureView::~FigureView() = default;

void FigureView::setFigure(std::shared_ptr<const Figure> figure,
                           const std::optional<Zoom>& window) {
  d_->setFigure(std::move(figure), window);
}

void FigureView::clear() {
  d_->clear();
}

void FigureView::setPictureFirst(bool first) {
  if (first != d_->pictureFirst) {
    d_->pictureFirst = first;
    d_->arrange();
  }
}

void FigureView::setAlone(bool alone) {
  d_->style.alone = alone;
}

int FigureView::inkIn(const QRect& part) const {
  const PanelCanvas* const canvas = d_->mainCanvas();
  return canvas == nullptr ? 0 : canvas->inkIn(part.translated(canvas->mapFrom(this, QPoint())));
}

void FigureView::setPlotsOnly() {
  d_->plotsOnly = true;
}

void FigureView::showAs(const FigureView& other) {
  d_->showAs(*other.d_);
}

void FigureView::mirror(const FigureView& other) {
  d_->mirror(*other.d_);
}

void FigureView::tellWindow() {
  d_->endOthersGesture();
}

void FigureView::prepare(std::vector<std::shared_ptr<const Figure>> others) {
  d_->others = std::move(others);
  d_->prepare();
}

bool FigureView::preparing() const {
  return !d_->preparedIdle();
}

bool FigureView::complete() const {
  return d_->complete();
}

void FigureView::setTheme(ThemeKind kind) {
  PlotStyle style = d_->style;
  style.kind = kind;
  d_->setStyle(style);
}

void FigureView::setLanguage(Language language) {
  PlotStyle style = d_->style;
  style.language = language;
  d_->setStyle(style);
}

const std::shared_ptr<const Figure>& FigureView::figure() const {
  return d_->figure;
}

std::optional<Zoom> FigureView::window() const {
  return d_->window();
}

void FigureView::readAgain() {
  d_->readAgain();
}

void FigureView::fit() {
  if (PanelCanvas* canvas = d_->mainCanvas()) {
    canvas->fit();
  }
}

Text FigureView::pixelNote() const {
  return d_->note;
}

bool FigureView::busy() const {
  return !d_->cells.idle();
}

std::vector<FigureView::PlotPlace> FigureView::plotPlaces() const {
  return d_->plotPlaces();
}

std::vector<FigureView::PlotPlace> FigureView::clockPlaces() const {
  return d_->clockPlaces();
}

bool FigureView::scrolls() const {
  return d_->content->height() > d_->scroll->height();
}

void FigureView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (!d_->plotsOnly) {  // Its plots lie where those of another view are.
    d_->arrange();
  }
  emit moved();
}

void FigureView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), d_->style.colours().surface);
}

}  // namespace poscope
