#include "app/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QMimeData>
#include <QScreen>
#include <QSplitter>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "app/export/file_dialog.h"
#include "app/panel/appearance.h"
#include "app/panel/inspector_panel.h"
#include "app/panel/parameter_panel.h"
#include "app/panel/section.h"
#include "app/panel/verdict_panel.h"
#include "app/window/actions.h"
#include "app/window/banner_stack.h"
#include "app/window/blink_key.h"
#include "app/window/compare_bar.h"
#include "app/window/figure_card.h"
#include "app/window/history_list.h"
#include "app/window/motion.h"
#include "app/window/palette.h"
#include "app/window/pane_builder.h"
#include "app/window/player.h"
#include "app/window/presenter.h"
#include "app/window/range_readings.h"
#include "app/window/side_column.h"
#include "app/window/status_strip.h"
#include "app/window/term_hover.h"
#include "app/window/top_bar.h"
#include "app/window/view_list.h"
#include "app/window/wipe.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"

namespace poscope {
namespace {

// Counted from the first change that is not saved: who loses the window loses less than two seconds
// of work.
constexpr int kSaveAfterMilliseconds = 1000;
constexpr int kLeftWidth = 216;
constexpr int kRightWidth = 304;

// The largest size that Qt brings back at the next start: QWidget::restoreGeometry of Qt 6.8 keeps
// the title bar and two pixels free, and what is larger comes back smaller.
QSize roomForWindow(const QWidget& window) {
  constexpr int kFree = 2;
  const int titleBar = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
  return window.screen()->availableSize() - QSize(kFree, kFree + titleBar);
}

// Whether something on the page is read off with the cursor.
bool hasReadings(const Figure& figure) {
  return std::any_of(figure.panels.begin(), figure.panels.end(), [](const Panel& panel) {
    const auto* plot = std::get_if<PlotPanel>(&panel);
    return plot != nullptr && plot->inspection != nullptr;
  });
}

}  // namespace

MainWindow::MainWindow(Appearance& appearance, const WindowSetup& setup)
    : appearance_(appearance),
      store_(setup.statePath),
      backends_(setup.backends),
      actions_(new Actions(this)),
      top_(new TopBar(appearance, *actions_, this)),
      views_(new ViewList(appearance, this)),
      card_(new FigureCard(appearance, cursor_, this)),
      parameters_(new ParameterPanel(appearance)),
      inspector_(new InspectorPanel(appearance)),
      verdicts_(new VerdictPanel(appearance)),
      sides_(new SideColumn(parameters_, {inspector_, verdicts_}, this)),
      status_(new StatusStrip(appearance, *actions_, this)),
      splitter_(new QSplitter(Qt::Horizontal, this)),
      panes_(new PaneBuilder(model_, setup.backend, card_->board(), known_, this)),
      presenter_(new Presenter(model_, setup.backend, *card_, this)),
      player_(new Player(model_, std::make_unique<TimerTicker>(), this)),
      palette_(new Palette(
          {appearance, *actions_, model_, [this](const QString& preset) { openPreset(preset); },
           [this](const QString& name, const QString& value) { edit(name, value, 0); },
           [this](const QString& name) { parameters_->focusControl(name); },
           [this](const GlossaryEntry& entry) { explain(&entry); }},
          this)),
      history_(new HistoryList(appearance, model_, this)),
      opener_(*this,
              [this](const Result<OpenedFor>& opened) {
                if (opened) {
                  take(opened->what, opened->page);
                } else {
                  card_->banners().show("open", NoticeLevel::error, {opened.error().text});
                }
              }),
      reopener_(*this, [this](const Result<OpenedFile>& read) { takeReopened(read); }),
      saver_(*this, [this](const Result<std::monostate>& saved) {
        if (!saved) {
          warn(saved.error().text);
        }
      }) {
  layOut();
  wireParts();
  wireCommands();
  wireAppearance();
  wirePlayer();
  new TermHover(appearance, this);
  setAcceptDrops(true);
  load(setup);
  // Arrow keys read the picture from the start, and no button looks as if it were to be pressed.
  card_->plot().setFocus(Qt::OtherFocusReason);
}

// A box that loses the keyboard tells what was typed: while everything is still there.
MainWindow::~MainWindow() {
  hide();
}

void MainWindow::layOut() {
  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  QFrame* const above = makeHairline(centre);
  QFrame* const below = makeHairline(centre);
  column->addWidget(top_);
  column->addWidget(above);
  column->addWidget(splitter_, 1);
  column->addWidget(below);
  column->addWidget(status_);
  setCentralWidget(centre);
  frame_ = {top_, above, below, status_};
  splitter_->setHandleWidth(1);
  splitter_->setChildrenCollapsible(false);
  for (QWidget* part : {static_cast<QWidget*>(views_), static_cast<QWidget*>(card_),
                        static_cast<QWidget*>(sides_)}) {
    splitter_->addWidget(part);
  }
  splitter_->setStretchFactor(1, 1);
  // Of their own, whatever is in them: words that come and go move no column.
  views_->setMinimumWidth(160);
  card_->setMinimumWidth(400);
  sides_->setMinimumWidth(248);
  setMinimumSize(960, 560);
  const QSize room = roomForWindow(*this);
  resize(std::min(1440, room.width()), std::min(900, room.height()));
  splitter_->setSizes({kLeftWidth, width() - kLeftWidth - kRightWidth - 2, kRightWidth});
  top_->setIndent(kLeftWidth);
}

void MainWindow::wireParts() {
  connect(&model_, &StateModel::changed, this, &MainWindow::refresh);
  connect(views_, &ViewList::viewChosen, this,
          [this](const QString& view) { model_.selectView(view.toStdString()); });
  connect(views_, &ViewList::presetChosen, this, &MainWindow::openPreset);
  connect(top_, &TopBar::presetChosen, this, &MainWindow::openPreset);
  connect(&top_->compareBar(), &CompareBar::showChosen, this,
          [this](const QString& value) { showSide(value); });
  connect(&top_->compareBar(), &CompareBar::differenceChosen, this,
          [this](const QString& value) { edit(QStringLiteral("difference"), value, 0); });
  connect(&top_->compareBar(), &CompareBar::wipeToggled, presenter_, &Presenter::setWiping);
  connect(presenter_, &Presenter::wipingChanged, this, &MainWindow::followWipe);
  connect(&top_->compareBar(), &CompareBar::blinkHeld, presenter_, &Presenter::setBlinking);
  connect(new BlinkKey(this), &BlinkKey::held, presenter_, &Presenter::setBlinking);
  connect(parameters_, &ParameterPanel::edited, this, &MainWindow::edit);
  connect(parameters_, &ParameterPanel::resetRequested, this,
          [this](const QString& name) { model_.resetParameter(name.toStdString()); });
  FigureView& plot = card_->plot();
  connect(&plot, &FigureView::hovered, inspector_, &InspectorPanel::setDetail);
  connect(&plot, &FigureView::actionRequested, this, &MainWindow::act);
  connect(&plot, &FigureView::pixelNoteChanged, this,
          [this] { status_->setPixelNote(card_->plot().pixelNote()); });
  connect(presenter_, &Presenter::figureShown, this, [this] {
    inspector_->clear();
    if (presenter_->figure() != nullptr) {  // A skeleton leaves the frame as it is.
      inspector_->setVisible(hasReadings(*presenter_->figure()));
    }
    card_->plot().readAgain();
    status_->setPixelNote(card_->plot().pixelNote());
  });
  presenter_->setKnown(&known_);
  new RangeReadings(cursor_, *presenter_, *inspector_, this);
  connect(presenter_, &Presenter::sideShown, this, [this](Side side) {
    top_->compareBar().setShown(side);
    status_->setPixelNote(card_->plot().pixelNote());
  });
  connect(presenter_, &Presenter::verdictsChanged, this,
          [this] { verdicts_->setTable(presenter_->verdictTable(), presenter_->verdictsOf()); });
  connect(presenter_, &Presenter::served, this, &MainWindow::showBackend);
  connect(presenter_, &Presenter::zoomChanged, this,
          [this] { status_->setZoom(presenter_->zoom()); });
  connect(presenter_, &Presenter::measured, status_, &StatusStrip::setMilliseconds);
  connect(splitter_, &QSplitter::splitterMoved, this, [this] { saveSoon(); });
  connect(sides_, &SideColumn::arranged, this, [this] { saveSoon(); });
  connect(parameters_, &ParameterPanel::moreToggled, this, [this] { saveSoon(); });
  connect(views_, &ViewList::widthChanged, top_, &TopBar::setIndent);
  saving_.setSingleShot(true);
  saving_.setInterval(kSaveAfterMilliseconds);
  connect(&saving_, &QTimer::timeout, this, &MainWindow::saveInBackground);
}

void MainWindow::wireAppearance() {
  connect(&appearance_, &Appearance::languageChanged, this, [this] {
    actions_->retranslate();
    const Language language = appearance_.language();
    actions_->languageChoices().at(static_cast<std::size_t>(language))->setChecked(true);
    setLocale(QLocale(QString::fromStdString(std::string(languageRow(language).tag))));
  });
  connect(&appearance_, &Appearance::themeChanged, this, [this] {
    constexpr std::array kCommands{Command::themeSystem, Command::themeLight, Command::themeDark};
    (*actions_)[kCommands.at(static_cast<std::size_t>(appearance_.themeChoice()))]->setChecked(
        true);
  });
}

void MainWindow::load(const WindowSetup& setup) {
  LoadReport report;
  if (!setup.statePath.isEmpty()) {
    report = store_.load();
  }
  const SavedWindow found = report.saved.value_or(SavedWindow{});
  chosenLanguage_ = found.language;
  chosenTheme_ = found.theme;
  const ThemeChoice asked = setup.theme == ThemeKind::dark ? ThemeChoice::dark : ThemeChoice::light;
  appearance_.setThemeChoice(setup.theme ? asked : chosenTheme_);
  const Language standard = chosenLanguage_.value_or(Appearance::systemLanguage());
  appearance_.setLanguage(setup.language.value_or(standard));
  reduceMotion_ = found.reduceMotion;
  const bool reduce = reduceMotion_.value_or(desktopReducesMotion());
  (*actions_)[Command::reduceMotion]->setChecked(reduce);
  player_->setReduced(reduce);
  player_->setSettings(found.play);
  if (!found.geometry.isEmpty()) {
    restoreGeometry(found.geometry);
  }
  if (!found.splitter.isEmpty()) {
    splitter_->restoreState(found.splitter);
  }
  sides_->arrange(found.sides);
  parameters_->setMoreShown(found.moreShown);
  (*actions_)[Command::hideSides]->setChecked(found.sidesHidden);
  showSides();
  showBackend(setup.backend->info());
  if (report.saved) {
    for (const OpenedFile& file : found.files) {
      reopen(file);  // First: a page is not built without a file that is on its way.
    }
    model_.restore(found.states);
  } else {
    refresh();
    model_.restore({model_.state().view, {}, {}});
  }
  saving_.stop();
  if (!report.message.empty()) {
    warn(report.message);
  }
}

void MainWindow::refresh() {
  const State& state = model_.state();
  parameters_->setParams(model_.view(), state.params);
  top_->compareBar().setParams(model_.view(), state.params);
  top_->setModelName(QString::fromStdString(model_.shownModel()));
  views_->setCurrent(state.view);
  (*actions_)[Command::difference]->setEnabled(model_.view().compares);
  (*actions_)[Command::wipe]->setEnabled(model_.view().compares);
  (*actions_)[Command::play]->setEnabled(!parameters_->firstPlayable().empty());
  retitle();
  saveSoon();
}

void MainWindow::retitle() {
  const QString title = appearance_.say(Text(model_.state().view + ".title"));
  setWindowTitle(tr("%1 - Poscope").arg(title));
}

void MainWindow::edit(const QString& name, const QString& text, int gesture) {
  const State before = model_.state();
  const auto set = model_.setParameter(name.toStdString(), text.toStdString(), gesture);
  if (!set) {
    parameters_->setError(name, set.error().text);
  } else if (model_.state() == before) {
    // refresh() was not called: "8k" becomes "8192" in its box all the same.
    parameters_->setParams(model_.view(), model_.state().params);
  }
}

// A side that a wipe does not show ends it, also where the state shows that side already.
void MainWindow::showSide(const QString& name) {
  const auto side = findSide(name.toStdString());
  if (side != Side::a && side != Side::b) {
    presenter_->setWiping(false);
  }
  edit(QStringLiteral("show"), name, 0);
}

// The line has the keyboard from the start: arrow keys move it.
void MainWindow::followWipe(bool wiping) {
  (*actions_)[Command::wipe]->setChecked(wiping);
  top_->compareBar().setWiping(wiping);
  if (QWidget* const line = card_->wipe().line(); line != nullptr && !card_->showsTable()) {
    line->setFocus(Qt::OtherFocusReason);
  }
}

void MainWindow::act(const Action& action) {
  if (!action.address.empty()) {
    QApplication::clipboard()->setText(QString::fromStdString(action.address));
    status_->announce(tr("Address copied"));
  } else if (!action.link.empty()) {
    open(QString::fromStdString(action.link));
  } else {
    edit(QString::fromStdString(action.parameter), QString::fromStdString(action.value), 0);
  }
}

void MainWindow::open(const QString& argument, ModelPage page) {
  opener_.append([argument, page](const Job<OpenedFor>& job) {
    return openArgument(argument, job.stop).map([page](Opened&& what) {
      return OpenedFor{std::move(what), page};
    });
  });
}

void MainWindow::openPreset(const QString& preset) {
  const auto config = presetConfig(preset.toStdString());
  if (config) {
    openConfig(*config, {}, ModelPage::present);
  } else {
    card_->banners().show("open", NoticeLevel::error, {config.error().text});
  }
}

void MainWindow::take(const Opened& what, ModelPage page) {
  if (const auto* state = std::get_if<State>(&what)) {
    card_->banners().settle("open");
    model_.setState(*state);
  } else if (const auto* table = std::get_if<OpenedTable>(&what)) {
    openTable(*table);
  } else {
    const auto& model = std::get<OpenedModel>(what);
    openConfig(model.config, model.path, page);
  }
}

void MainWindow::openTable(const OpenedTable& table) {
  if (const auto opened = model_.openTable(table.file, table.arrays); !opened) {
    card_->banners().show("open", NoticeLevel::error, {opened.error().text});
    return;
  }
  card_->banners().settle("open");
}

// States name it already: it is read again for their pages, if its bytes are still the same.
void MainWindow::reopen(OpenedFile file) {
  file.reading = true;
  model_.know(file);
  reopening_.push_back(file);
  file.reading = false;
  reopener_.append([file](const Job<OpenedFile>& job) {
    return reopenFile(file.path, file.hash, job.stop).map([&](Opened&& opened) {
      OpenedFile read = file;
      if (auto* table = std::get_if<OpenedTable>(&opened)) {
        read.inputs.table = std::make_shared<const TableFile>(std::move(table->file));
      } else {
        read.inputs.model =
            std::make_shared<const ModelConfig>(std::get<OpenedModel>(std::move(opened)).config);
      }
      return read;
    });
  });
}

// Without it the page asks for it.
void MainWindow::takeReopened(const Result<OpenedFile>& read) {
  OpenedFile file = std::move(reopening_.front());
  reopening_.pop_front();
  file.reading = false;
  if (read) {
    model_.know(*read);
    return;
  }
  model_.know(std::move(file));
  warn(read.error().text);
}

void MainWindow::showBackend(const BackendInfo& info) {
  status_->setBackend(info);
  if (!(info.reason == backendReason_)) {
    backendReason_ = info.reason;
    if (info.reason.empty()) {
      card_->banners().settle("backend");
    } else {
      card_->banners().show("backend", NoticeLevel::warning, {info.reason});
    }
  }
}

void MainWindow::openConfig(const ModelConfig& config, const std::filesystem::path& path,
                            ModelPage page) {
  const std::string view = page == ModelPage::own ? viewThatOpensModels().id : model_.state().view;
  const std::vector<Error> refused = model_.openModel(config, path, view);
  card_->banners().settle("open");
  std::vector<Text> lines{{"window.opened", {{"model", config.name}}}};
  NoticeLevel level = NoticeLevel::note;
  for (const Notice& notice : config.notices) {
    lines.push_back(notice.text);
    level = std::max(level, notice.level());
  }
  for (const Error& error : refused) {
    lines.push_back(inWordsOf(model_.view().id, model_.view().schema, error.text));
    level = NoticeLevel::warning;
  }
  if (lines.size() > 1) {
    card_->banners().show("model", level, std::move(lines));
  } else {
    card_->banners().settle("model");
  }
}

void MainWindow::chooseModelFile() {
  const QString patterns = QStringLiteral("*.") + openedEndings().join(QStringLiteral(" *."));
  QFileDialog* const dialog = makeOpenDialog(
      this, tr("Open model"),
      {QStringLiteral("%1 (%2)").arg(tr("Models and figures"), patterns), tr("All files (*)")});
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path); });
  dialog->open();
}

void MainWindow::chooseLanguage(Language language) {
  chosenLanguage_ = language;
  appearance_.setLanguage(language);
  saveSoon();
}

void MainWindow::chooseTheme(ThemeChoice theme) {
  chosenTheme_ = theme;
  appearance_.setThemeChoice(theme);
  saveSoon();
}

void MainWindow::showSides() {
  const bool hidden =
      (*actions_)[Command::hideSides]->isChecked() || (*actions_)[Command::present]->isChecked();
  views_->setVisible(!hidden);
  sides_->setVisible(!hidden);
  saveSoon();
}

std::string MainWindow::link() const {
  return formatLink(model_.state());
}

void MainWindow::warn(const Text& text) {
  card_->banners().show(text.key, NoticeLevel::warning, {text});
}

SavedWindow MainWindow::saved() const {
  SavedWindow result;
  result.states = {model_.state().view, {}, model_.modelName(), model_.panes()};
  for (const View& view : views()) {
    result.states.states.push_back(model_.stateOf(view.id));
  }
  result.files = model_.namedFiles();
  result.language = chosenLanguage_;
  result.theme = chosenTheme_;
  result.geometry = saveGeometry();
  result.splitter = splitter_->saveState();
  result.sides = sides_->arrangement();
  result.moreShown = parameters_->isMoreShown();
  result.play = player_->state().settings;
  result.reduceMotion = reduceMotion_;
  result.sidesHidden = (*actions_)[Command::hideSides]->isChecked();
  return result;
}

void MainWindow::save() {
  saving_.stop();
  if (store_.path().isEmpty()) {
    return;
  }
  const auto done = store_.save(saved());
  if (!done) {
    warn(done.error().text);
  }
}

// Changes that follow do not put it off.
void MainWindow::saveSoon() {
  if (!saving_.isActive() && !store_.path().isEmpty()) {
    saving_.start();
  }
}

void MainWindow::saveInBackground() {
  saver_.startNext([write = store_.writing(saved())](const Job<std::monostate>& /*job*/) {
    return write().map([] { return std::monostate(); });
  });
}

void MainWindow::moveEvent(QMoveEvent* event) {
  saveSoon();
  QMainWindow::moveEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  saveSoon();
  QMainWindow::resizeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  save();
  QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retitle();
  } else if (event->type() == QEvent::WindowStateChange) {
    (*actions_)[Command::fullScreen]->setChecked(isFullScreen());
    if (isMinimized()) {
      player_->pause();
    }
  }
  QMainWindow::changeEvent(event);
}

void MainWindow::hideEvent(QHideEvent* event) {
  player_->pause();
  QMainWindow::hideEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QMimeData* mime = event->mimeData();
  if (mime->hasUrls() || looksLikeLink(mime->text().trimmed().toStdString())) {
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QMimeData* mime = event->mimeData();
  event->acceptProposedAction();
  if (!mime->hasUrls()) {
    open(mime->text());
    return;
  }
  for (const QUrl& url : mime->urls()) {
    open(url.isLocalFile() ? url.toLocalFile() : url.toString());
  }
}

}  // namespace poscope
