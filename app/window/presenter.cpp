#include "app/window/presenter.h"

#include <algorithm>
#include <cmath>

#include "app/panel/badge_bar.h"
#include "app/window/banner_stack.h"
#include "app/window/figure_card.h"
#include "app/window/state_model.h"

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

/// A state as verdicts see it: neither the zoom nor the side shown changes one.
State judgedPart(State state) {
  state.zoom.reset();
  if (state.params.has("show")) {
    static_cast<void>(state.params.set("show", "a"));
  }
  return state;
}

/// What `before` was, where `now` differs: "of Context: 4096".
Text differenceOf(const State& before, const State& now) {
  std::vector<const ParameterSpec*> changed;
  for (const ParameterSpec& spec : before.params.schema()) {
    if (before.params.written(spec.name) != now.params.written(spec.name)) {
      changed.push_back(&spec);
    }
  }
  if (changed.empty()) {  // Only a stage of a recipe.
    const auto& schema = before.params.schema();
    const auto recipe = std::find_if(schema.begin(), schema.end(), [&](const ParameterSpec& spec) {
      return spec.type == ParameterType::recipe &&
             !(before.params.recipe(spec.name) == now.params.recipe(spec.name));
    });
    changed.push_back(recipe == schema.end() ? &schema.front() : &*recipe);
  }
  const ParameterSpec& first = *changed.front();
  const std::string written = before.params.written(first.name);
  const bool isNumber = first.type == ParameterType::integer || first.type == ParameterType::real ||
                        first.type == ParameterType::text;
  const auto more = static_cast<std::int64_t>(changed.size()) - 1;
  Text text(more > 0 ? "window.verdicts.stale.more" : "window.verdicts.stale",
            {{"parameter", parameterLabel(before.view, first)},
             {"value", isNumber ? Text::verbatim(written) : choiceLabel(first, written)}});
  if (more > 0) {
    text.arguments.emplace_back("more", more);
  }
  return text;
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
          *this,
          [this](Result<std::vector<Verdict>> verdicts) { acceptVerdicts(std::move(verdicts)); },
          [this](double share) { card_.badges().setProgress(share); }) {
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
  });
  connect(&plot, &FigureView::failed, this, &Presenter::fail);
}

State Presenter::wanted() const {
  State state = model_.state();
  if (blinking_ && model_.view().compares) {
    const bool showsB = state.params.text("show") == "b";
    // Both values are choices of every comparing view; a refusal would only leave the state as it
    // is.
    static_cast<void>(state.params.set("show", showsB ? "a" : "b"));
  }
  return state;
}

void Presenter::setBlinking(bool blinking) {
  if (blinking_ != blinking) {
    blinking_ = blinking;
    follow();
  }
}

void Presenter::follow() {
  const State state = wanted();
  const Inputs inputs = model_.inputs();
  if (!requested_ || requested_->view != state.view || requested_->params != state.params ||
      !(requestedInputs_ == inputs)) {
    const bool otherView = !requested_ || requested_->view != state.view;
    requested_ = state;
    requestedInputs_ = inputs;
    auto work = builder_(state, inputs, backend_);
    otherView ? build_.start(std::move(work)) : build_.startNext(std::move(work));
    return;
  }
  // Undo of a zoom: the same figure, another window.
  if (figure_ && shown_ && shown_->view == state.view && shownWindow_ != state.zoom) {
    shownWindow_ = state.zoom;
    card_.setFigure(figure_, state.zoom);
    emit zoomChanged();
  }
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
  shown_ = built.state;
  shownWindow_ = window;
  buildMilliseconds_ = built.milliseconds;
  card_.banners().settle(kTopic);
  card_.setFigure(figure_, window);
  judge(built.state);
  emit served(backend_->info());
  emit measured(buildMilliseconds_);
  emit figureShown();
  emit zoomChanged();
  if (stale) {
    model_.dropWindow();
  }
}

void Presenter::judge(const State& state) {
  const State about = judgedPart(state);
  const bool known = judgedOf_ == about;
  if (known || !judgedOf_ || judgedOf_->view != about.view || !figure_->judgement) {
    verdictsOf_ = {};
    if (!known) {
      judged_.clear();
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
    judge_.start([judgement = figure_->judgement](const Job<std::vector<Verdict>>& job) {
      return judgement->verdicts(job.progress, job.stop);
    });
  }
  showVerdicts();
}

// After a failure there are none: those of before are about something else.
void Presenter::acceptVerdicts(Result<std::vector<Verdict>> verdicts) {
  verdictsOf_ = {};
  judgedOf_ = verdicts ? std::exchange(judging_, std::nullopt) : std::nullopt;
  judging_.reset();
  judged_ = verdicts ? std::move(*verdicts) : std::vector<Verdict>();
  showVerdicts();
  if (!verdicts) {
    fail(verdicts.error());
  }
}

void Presenter::showVerdicts() {
  card_.badges().setVerdicts(verdicts(), verdictsOf_);
  emit verdictsChanged();
}

std::vector<Verdict> Presenter::verdicts() const {
  std::vector<Verdict> all = figure_ ? figure_->verdicts : std::vector<Verdict>();
  all.insert(all.end(), judged_.begin(), judged_.end());
  return all;
}

void Presenter::fail(const Error& error) {
  if (error.kind != ErrorKind::cancelled) {
    card_.banners().show(kTopic, NoticeLevel::error, {error.text});
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
  return extent(plot->x, plot->x.first, plot->x.last) /
         extent(plot->x, shownWindow_->x0, shownWindow_->x1);
}

}  // namespace poscope
