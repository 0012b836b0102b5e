#include "app/window/presenter.h"

#include <cmath>

#include "app/panel/badge_bar.h"
#include "app/window/banner_stack.h"
#include "app/window/figure_card.h"
#include "app/window/state_model.h"

namespace poscope {
namespace {

constexpr const char* kTopic = "build";

const PlotPanel* mainPlot(const std::shared_ptr<const Figure>& figure) {
  return figure && !figure->panels.empty() ? std::get_if<PlotPanel>(&figure->panels.front())
                                           : nullptr;
}

bool outside(double first, double last, double low, double high) {
  return last < low || first > high;
}

/// Whether a zoom window that was made on `before` shows something else, or nothing, on `after`.
bool windowIsStale(const PlotPanel* before, const PlotPanel* after, const Zoom& zoom) {
  if (before == nullptr || after == nullptr) {
    return after == nullptr;
  }
  const bool moved = before->x.first != after->x.first || before->x.last != after->x.last ||
                     before->x.scale != after->x.scale;
  return moved || outside(zoom.y0, zoom.y1, after->y.first, after->y.last);
}

double extent(const Axis& axis, double first, double last) {
  return axis.scale == AxisScale::log2 ? std::log2(last / first) : last - first;
}

}  // namespace

Presenter::Presenter(StateModel& model, std::shared_ptr<const Backend> backend, FigureCard& card,
                     QObject* parent)
    : QObject(parent),
      model_(model),
      card_(card),
      job_(new BuildJob(std::move(backend), this)),
      judge_(new JudgeJob(this)) {
  connect(&model, &StateModel::changed, this, &Presenter::follow);
  connect(job_, &BuildJob::built, this, &Presenter::show);
  connect(job_, &BuildJob::failed, this, &Presenter::fail);
  connect(job_, &BuildJob::progressed, &card, &FigureCard::setProgress);
  connect(judge_, &JudgeJob::progressed, &card.badges(), &BadgeBar::setProgress);
  connect(judge_, &JudgeJob::failed, this, &Presenter::fail);
  connect(judge_, &JudgeJob::judged, this, [this](const std::vector<Verdict>& verdicts) {
    judged_ = verdicts;
    card_.badges().setVerdicts(this->verdicts());
    emit verdictsChanged();
  });
  FigureView& plot = card.plot();
  connect(&plot, &FigureView::windowChanged, this, [this](const std::optional<Zoom>& window) {
    shownWindow_ = window;
    model_.setWindow(window);
    emit zoomChanged();
  });
  connect(&plot, &FigureView::rendered, this, [this](double compute, double /*paint*/) {
    emit measured(buildMilliseconds_ + compute);
  });
  connect(&plot, &FigureView::failed, this, &Presenter::fail);
}

void Presenter::setModel(const ModelConfig& config) {
  inputs_.model = std::make_shared<const ModelConfig>(config);
  useInputs();
}

void Presenter::setTable(const std::filesystem::path& path) {
  inputs_.table = path;
  useInputs();
}

void Presenter::useInputs() {
  job_->setInputs(inputs_);
  requested_.reset();  // The same parameters may now give another figure.
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
  if (!requested_ || requested_->view != state.view || requested_->params != state.params) {
    requested_ = state;
    job_->request(state);
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
  const bool sameView = shown_ && shown_->view == built.state.view;
  const bool stale = sameView && window && window == shownWindow_ &&
                     windowIsStale(mainPlot(figure_), mainPlot(built.figure), *window);
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
  emit measured(buildMilliseconds_);
  emit figureShown();
  emit zoomChanged();
  if (stale) {
    model_.dropWindow();
  }
}

// Which side is shown changes no verdict: a blink or a zoom judges nothing again.
void Presenter::judge(const State& state) {
  State about = state;
  about.zoom.reset();
  if (about.params.has("show")) {
    static_cast<void>(about.params.set("show", "a"));
  }
  if (!judgedState_ || judgedState_->view != about.view || judgedState_->params != about.params) {
    const bool otherView = !judgedState_ || judgedState_->view != about.view;
    judgedState_ = about;
    if (otherView || !figure_->judgement) {
      judged_.clear();
    }
    judge_->request(figure_->judgement);
  }
  card_.badges().setVerdicts(verdicts());
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
