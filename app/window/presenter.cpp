#include "app/window/presenter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panel/badge_bar.h"
#include "app/window/banner_stack.h"
#include "app/window/figure_card.h"
#include "app/window/state_model.h"
#include "app/window/state_words.h"
#include "app/window/wipe.h"
#include "core/state/schema.h"
#include "core/views/difference.h"

namespace poscope {
namespace {

constexpr const char* kTopic = "build";
constexpr JobPace kBuildPace{
    40, 500};  // A drag shows pictures on its way; a bar that flashes helps nobody.

/// The panel that the zoom is about; nullptr without one.
const PlotPanel* mainPlot(const std::shared_ptr<const Figure>& figure) {
  if (figure) {
    for (const Panel& panel : figure->panels) {
      if (const auto* plot = std::get_if<PlotPanel>(&panel)) {
        return plot;
      }
    }
  }
  return nullptr;
}

/// Whether nothing of the panel lies in the zoom: a link or another figure's.
bool showsNothing(const PlotPanel* panel, const Zoom& zoom) {
  const auto apart = [](const Axis& axis, double first, double last) {
    return last < axis.first || first > axis.last;
  };
  return panel == nullptr || apart(panel->x, zoom.x0, zoom.x1) || apart(panel->y, zoom.y0, zoom.y1);
}

/// A state as builds and verdicts see it: neither the zoom nor the side shown changes one.
State contentOf(const State& state) {
  return {state.view, state.params.content(), std::nullopt};
}

Latest<JudgedSides>::Work judgeWork(std::shared_ptr<const Judgement> judgement) {
  return [judgement = std::move(judgement)](const Job<JudgedSides>& job) -> Result<JudgedSides> {
    JudgedSides judged;
    for (const Side side : kSides) {
      POSCOPE_TRY(judged.verdicts[static_cast<std::size_t>(side)],
                  judgement->verdicts(side, job.progress, job.stop));
    }
    POSCOPE_TRY(judged.table, judgement->table(job.stop));
    return judged;
  };
}

Latest<SideFigure>::Work sidesWork(std::shared_ptr<const Figure> figure, std::vector<Side> wanted,
                                   Difference difference) {
  return [figure = std::move(figure), wanted = std::move(wanted),
          difference](const Job<SideFigure>& job) -> Result<SideFigure> {
    for (const Side side : wanted) {
      POSCOPE_TRY(Figure other, atSide(*figure, side, difference, job.stop));
      SideFigure made{figure->sides, std::make_shared<const Figure>(std::move(other))};
      if (side == wanted.back()) {
        return made;
      }
      job.early(std::move(made));
    }
    return cancelled();  // Not reached: some are wanted.
  };
}

/// What `before` was, where `now` differs: "of Context: 4096".
Text differenceOf(const State& before, const State& now) {
  const auto changed = changedParameters(before.params, now.params);
  const ParameterSpec& first = changed.empty() ? before.params.schema().front() : *changed.front();
  const auto more = static_cast<std::int64_t>(changed.size()) - 1;
  Text text(more > 0 ? "window.verdicts.stale.more" : "window.verdicts.stale",
            {{"parameter", parameterLabel(before.view, first)},
             {"value", valueWords(before.params, first)}});
  if (more > 0) {
    text.arguments.emplace_back("more", more);
  }
  return text;
}

/// What is compared with a side where two are.
Side otherOf(Side side) {
  return side == Side::b ? Side::a : Side::b;
}

double extent(const Axis& axis, double first, double last) {
  return axis.scale == AxisScale::log2 ? std::log2(last / first) : last - first;
}

}  // namespace

Presenter::Presenter(StateModel& model, std::shared_ptr<const Backend> backend, FigureCard& card,
                     QObject* parent, Builder builder)
    : QObject(parent),
      model_(model),
      card_(card),
      backend_(std::move(backend)),
      builder_(builder),
      build_(
          *this,
          [this](const Result<BuiltFigure>& built) { built ? show(*built) : fail(built.error()); },
          [this](double share) { card_.setProgress(share); }, kBuildPace),
      judge_(
          *this, [this](Result<JudgedSides> verdicts) { acceptVerdicts(std::move(verdicts)); },
          [this](double share) { card_.badges().setProgress(share); }),
      others_(*this, [this](Result<SideFigure> made) { acceptSide(std::move(made)); }) {
  connect(&model, &StateModel::changed, this, &Presenter::follow);
  FigureView& plot = card.plot();
  connect(&plot, &FigureView::windowChanged, this, [this](const std::optional<Zoom>& window) {
    shownWindow_ = window;
    model_.setWindow(window);
    emit zoomChanged();
  });
  connect(&plot, &FigureView::rendered, this, [this](double compute, double /*paint*/) {
    emit served(backend_->info());
    emit measured(buildMilliseconds_ + compute);
    if (shown_ && shown_ == requested_) {
      emit settled();
    }
    makeOthers();
  });
  connect(&plot, &FigureView::failed, this, &Presenter::fail);
}

Side Presenter::wantedSide() const {
  const Side side = shownSide(model_.state().params);
  if (wiping_) {
    return side == Side::b ? Side::b : Side::a;
  }
  if (!blinking_ || !model_.view().compares) {
    return side;
  }
  return otherOf(side);
}

void Presenter::setWiping(bool wiping) {
  wiping = wiping && model_.view().compares;
  if (wiping_ == wiping) {
    return;
  }
  if (wiping) {
    wiping_ = true;
    chosen_ = shownSide(model_.state().params);
    card_.setAlone(true);
    card_.wipe().start();
  } else {
    endWipe();
  }
  if (figure_) {
    card_.setFigure(onScreen(figure_), zoomOn(figure_));  // Without, or with, what it draws paler.
  }
  follow();
  wipeOther();
  if (wiping) {
    emit wipingChanged(true);
  }
}

void Presenter::endWipe() {
  if (std::exchange(wiping_, false)) {
    card_.wipe().stop();
    card_.setAlone(false);
    emit wipingChanged(false);
  }
}

// Whether the state has come to show a side that a wipe does not.
bool Presenter::choosesAnother() {
  const Side side = shownSide(model_.state().params);
  return std::exchange(chosen_, side) != side && side != Side::a && side != Side::b;
}

// The side on the other half of the picture, made first where it is not there yet.
void Presenter::wipeOther() {
  if (!wiping_) {
    return;
  }
  const Side mine = wantedSide();
  const Params& params = model_.state().params;
  WipeSide side{nullptr, mine == Side::b, {sideTitle(params, Side::a), sideTitle(params, Side::b)}};
  if (figure_ != nullptr && figure_->sides != nullptr && figure_->side == mine) {
    const auto other = sideMade(otherOf(mine));
    if (other == nullptr) {
      makeMissing(otherOf(mine));
    } else {
      side.figure = onScreen(other);
    }
  }
  card_.wipe().setSide(std::move(side));
}

void Presenter::setBlinking(bool blinking) {
  if (blinking_ != blinking && !wiping_) {
    blinking_ = blinking;
    card_.setAlone(blinking);
    follow();
  }
}

void Presenter::setSteady(bool steady) {
  if (steady_ == steady) {
    return;
  }
  steady_ = steady;
  axes_.clear();
  if (figure_ == nullptr) {
    return;
  }
  if (steady_) {
    axes_.remember(*figure_);
  } else {
    card_.setFigure(figure_, zoomOn(figure_));
    wipeOther();
  }
}

std::shared_ptr<const Figure> Presenter::onScreen(
    const std::shared_ptr<const Figure>& figure) const {
  return steady_ ? std::make_shared<const Figure>(axes_.fit(*figure)) : figure;
}

void Presenter::follow() {
  const State& state = model_.state();
  const State content = contentOf(state);
  const Inputs inputs = model_.inputs();
  if (requested_ != content || !(requestedInputs_ == inputs)) {
    request(content, inputs);
    return;
  }
  if (wiping_ && choosesAnother()) {
    setWiping(false);
    return;
  }
  // A side or a zoom: nothing is built.
  if (figure_ && shown_ == content) {
    showSide();
    if (shownWindow_ != state.zoom) {
      shownWindow_ = state.zoom;
      card_.setFigure(onScreen(figure_), state.zoom);
      emit zoomChanged();
    }
  }
}

void Presenter::request(const State& content, const Inputs& inputs) {
  // Of the same page about the same file the old picture stays until the new one is there.
  const bool otherPage =
      !requested_ || requested_->view != content.view || !(requestedInputs_ == inputs);
  requested_ = content;
  requestedInputs_ = inputs;
  if (otherPage) {
    endWipe();
    card_.wipe().reset();
  }
  State first = model_.state();  // The side that is shown is made first.
  if (model_.view().compares) {
    static_cast<void>(first.params.set(parameter::kShow.name, sideName(wantedSide())));
  }
  if (const auto known = known_ == nullptr ? std::nullopt : known_->find(first, inputs)) {
    build_.stop();
    show(*known);
    return;
  }
  if (otherPage) {
    build_.stop();
    showSkeleton();
  }
  if (model_.reading()) {
    requested_.reset();  // Asked for again when the file is there, or is known to be gone.
    return;
  }
  auto work = builder_(std::move(first), inputs, backend_);
  otherPage ? build_.start(std::move(work)) : build_.startNext(std::move(work));
}

// What was said of another page is not said under this one's name.
void Presenter::showSkeleton() {
  judge_.stop();
  others_.stop();
  figure_ = nullptr;
  sides_ = {};
  shown_.reset();
  shownWindow_.reset();
  judging_.reset();
  judgedOf_.reset();
  judged_ = {};
  verdictsOf_ = {};
  card_.banners().settle(kTopic);
  card_.showSkeleton(model_.view(), true);
  if (model_.view().judges) {
    card_.badges().setProgress(0);
  }
  card_.setProgress(0);
  emit verdictsChanged();
  emit figureShown();
  emit measured(-1);
  emit zoomChanged();
}

// The zoom of the state; where the side has nothing there (differences are small), only along x.
std::optional<Zoom> Presenter::zoomOn(const std::shared_ptr<const Figure>& figure) const {
  const PlotPanel* plot = mainPlot(figure);
  if (!shownWindow_ || plot == nullptr || !showsNothing(plot, *shownWindow_)) {
    return shownWindow_;
  }
  return Zoom{shownWindow_->x0, shownWindow_->x1, plot->y.first, plot->y.last};
}

// Of one side: what is there is shown at once, else it is made first.
void Presenter::showSide() {
  const Side side = wantedSide();
  if (figure_->sides == nullptr ||
      (figure_->side == side && differenceOf(*figure_) == wantedDifference())) {
    return;
  }
  const auto made = sideMade(side);
  if (made == nullptr) {
    others_.start(sidesWork(figure_, {side}, wantedDifference()));
    return;
  }
  figure_ = made;
  remember();
  showVerdicts();
  emit sideShown(side);
  // Last: it paints what is said of the side, too.
  card_.setFigure(onScreen(figure_), zoomOn(figure_));
  wipeOther();
}

void Presenter::acceptSide(Result<SideFigure> made) {
  if (!made) {
    fail(made.error());
    return;
  }
  if (figure_ == nullptr || made->of != figure_->sides) {
    return;  // Of a figure that is gone.
  }
  const auto index = static_cast<std::size_t>(made->figure->side);
  if (sideMade(made->figure->side) == nullptr) {
    sides_[index] = made->figure;
  }
  showSide();
  wipeOther();
  prepareOthers();
}

// The sides that are not there yet, once the one that is wanted is shown and complete.
void Presenter::makeOthers() {
  if (figure_ == nullptr || figure_->sides == nullptr || figure_->side != wantedSide() ||
      differenceOf(*figure_) != wantedDifference() || !others_.idle()) {
    return;
  }
  makeMissing(Side::a);
}

void Presenter::makeMissing(Side first) {
  std::vector<Side> missing;
  for (const Side side : kSides) {
    if (sideMade(side) == nullptr) {
      missing.insert(side == first ? missing.begin() : missing.end(), side);
    }
  }
  if (!missing.empty()) {
    others_.start(sidesWork(figure_, std::move(missing), wantedDifference()));
  }
}

bool Presenter::sidesReady() const {
  return figure_ != nullptr && (figure_->sides == nullptr ||
                                std::none_of(kSides.begin(), kSides.end(), [this](Side side) {
                                  return sideMade(side) == nullptr;
                                }));
}

Difference Presenter::wantedDifference() const {
  return shownDifference(model_.state().params);
}

// nullptr for one that was made for a difference shown in another way: its link says so.
std::shared_ptr<const Figure> Presenter::sideMade(Side side) const {
  const auto& made = sides_[static_cast<std::size_t>(side)];
  return made != nullptr && differenceOf(*made) == wantedDifference() ? made : nullptr;
}

void Presenter::prepareOthers() {
  std::vector<std::shared_ptr<const Figure>> others;
  for (const Side side : kSides) {
    if (auto made = sideMade(side); made != nullptr && made != figure_) {
      others.push_back(std::move(made));
    }
  }
  card_.plot().prepare(std::move(others));
}

void Presenter::show(const BuiltFigure& built) {
  if (built.state.view != model_.state().view) {
    return;
  }
  std::optional<Zoom> window = model_.state().zoom;
  // A zoom that comes with a state is the state's own, and stays.
  const bool sameView = shown_ && shown_->view == built.state.view;
  const bool stale =
      sameView && window && window == shownWindow_ && showsNothing(mainPlot(built.figure), *window);
  if (stale) {
    window.reset();
  }
  figure_ = built.figure;
  shown_ = contentOf(built.state);
  sides_ = {};
  others_.stop();
  if (figure_->sides != nullptr) {
    sides_[static_cast<std::size_t>(figure_->side)] = figure_;
  }
  shownWindow_ = window;
  buildMilliseconds_ = built.milliseconds;
  remember();
  card_.banners().settle(kTopic);
  judge();
  emit sideShown(figure_->side);
  if (steady_) {
    axes_.remember(*figure_);
  }
  card_.setFigure(onScreen(figure_), window);
  wipeOther();
  emit served(backend_->info());
  emit measured(buildMilliseconds_);
  emit figureShown();
  emit zoomChanged();
  if (stale) {
    model_.dropWindow();
  }
  showSide();  // Another one may have been chosen while it was built.
}

// With the side that it is at.
void Presenter::remember() {
  if (known_ == nullptr) {
    return;
  }
  State state = model_.state();
  state.zoom.reset();
  if (contentOf(state) == shown_) {
    if (figure_->sides != nullptr) {
      static_cast<void>(state.params.set(parameter::kShow.name, sideName(figure_->side)));
    }
    known_->keep({std::move(state), figure_, buildMilliseconds_}, requestedInputs_);
  }
}

void Presenter::judge() {
  const State& about = *shown_;
  const bool known = judgedOf_ == about;
  if (known || !judgedOf_ || judgedOf_->view != about.view || !figure_->judgement) {
    verdictsOf_ = {};
    if (!known) {
      judged_ = {};
      judgedOf_.reset();
    }
  } else {
    verdictsOf_ = differenceOf(*judgedOf_, about);
  }
  if (known || !figure_->judgement) {
    judging_.reset();
    judge_.stop();
  } else if (judging_ != about) {
    judging_ = about;
    card_.badges().setProgress(0);  // Their place is kept from the start.
    judge_.start(judgeWork(figure_->judgement));
  }
  showVerdicts();
}

// After a failure there are none: those of before are about something else.
void Presenter::acceptVerdicts(Result<JudgedSides> verdicts) {
  verdictsOf_ = {};
  judgedOf_ = verdicts ? std::exchange(judging_, std::nullopt) : std::nullopt;
  judging_.reset();
  judged_ = verdicts ? std::move(*verdicts) : JudgedSides();
  showVerdicts();
  if (!verdicts) {
    fail(verdicts.error());
  }
}

void Presenter::showVerdicts() {
  card_.badges().setVerdicts(verdicts(), figure_ ? figure_->verdictsOf : Text(), verdictsOf_);
  emit verdictsChanged();
}

std::vector<Verdict> Presenter::verdicts() const {
  std::vector<Verdict> all = figure_ ? figure_->verdicts : std::vector<Verdict>();
  const auto& judged =
      judged_.verdicts[static_cast<std::size_t>(figure_ ? figure_->side : Side::a)];
  all.insert(all.end(), judged.begin(), judged.end());
  return all;
}

const TablePanel& Presenter::verdictTable() const {
  return figure_ && !figure_->verdictTable.rows.empty() ? figure_->verdictTable : judged_.table;
}

void Presenter::fail(const Error& error) {
  if (error.kind != ErrorKind::cancelled) {
    if (figure_ == nullptr) {  // There will be none.
      card_.showSkeleton(model_.view(), false);
      card_.badges().setProgress(-1);
    }
    card_.banners().show(kTopic, NoticeLevel::error,
                         {inWordsOf(model_.view().id, model_.view().schema, error.text)});
    emit failed();
  }
}

double Presenter::zoom() const {
  const PlotPanel* plot = mainPlot(figure_);
  if (plot == nullptr) {
    return 0;
  }
  if (!shownWindow_) {
    return 1;
  }
  const double across = extent(plot->x, plot->x.first, plot->x.last) /
                        extent(plot->x, shownWindow_->x0, shownWindow_->x1);
  const double along = extent(plot->y, plot->y.first, plot->y.last) /
                       extent(plot->y, shownWindow_->y0, shownWindow_->y1);
  return across > 1 ? across : along;
}

}  // namespace poscope
