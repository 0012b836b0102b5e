#include "app/window/state_model.h"

#include <QUndoCommand>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/state/model_params.h"

namespace poscope {
namespace {

constexpr int kUndoSteps = 200;
constexpr std::string_view kFirstView = "positions";

class StateCommand : public QUndoCommand {
 public:
  StateCommand(StateModel& model, StatePatch before, StatePatch after, int gesture)
      : model_(model), before_(std::move(before)), after_(std::move(after)), gesture_(gesture) {}

  void undo() override { model_.apply(before_); }
  void redo() override { model_.apply(after_); }
  [[nodiscard]] int id() const override { return gesture_ == 0 ? -1 : gesture_; }

  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = dynamic_cast<const StateCommand*>(other);
    if (next == nullptr || next->after_.view != after_.view) {
      return false;
    }
    after_ = next->after_;
    setObsolete(after_.states == before_.states);
    return true;
  }

 private:
  StateModel& model_;
  StatePatch before_;
  StatePatch after_;
  int gesture_;
};

/// `params` without what was set for `name` and its stages.
Params without(const Params& params, const std::string& name) {
  Params result(params.schema());
  for (const auto& [key, value] : params.changed()) {
    if (key != name && !key.starts_with(name + ".")) {
      // Every value was accepted before.
      static_cast<void>(result.set(key, value));
    }
  }
  return result;
}

}  // namespace

StateModel::StateModel(QObject* parent) : QObject(parent) {
  undo_.setUndoLimit(kUndoSteps);
  for (const View& each : views()) {
    states_.emplace(each.id, defaultState(each));
  }
  view_ = states_.contains(std::string(kFirstView)) ? kFirstView : views().front().id;
}

const State& StateModel::state() const {
  return states_.at(view_);
}

const View& StateModel::view() const {
  return *findView(view_);
}

Result<void> StateModel::setParameter(const std::string& name, const std::string& text,
                                      int gesture) {
  State next = state();
  // Stages that were changed for one recipe mean nothing for another.
  if (name.find('.') == std::string::npos) {
    next.params = without(next.params, name);
  }
  if (const auto set = next.params.set(name, text); !set) {
    return set;
  }
  if (next != state()) {
    push({view_, {next}, model_}, gesture);
  }
  return {};
}

void StateModel::resetParameter(const std::string& name) {
  State next = state();
  next.params = without(next.params, name);
  if (next != state()) {
    push({view_, {next}, model_});
  }
}

void StateModel::toggleDifference() {
  if (!view().compares) {
    return;
  }
  const std::string now = state().params.text("show");
  if (now != "difference") {
    beforeDifference_ = now;
  }
  // A view without the choice that was shown on another one stays as it is.
  static_cast<void>(setParameter("show", now == "difference" ? beforeDifference_ : "difference"));
}

void StateModel::setWindow(const std::optional<Zoom>& window) {
  State next = state();
  next.zoom = window;
  if (next != state()) {
    push({view_, {next}, model_});
  }
}

void StateModel::selectView(const std::string& view) {
  if (view != view_ && states_.contains(view)) {
    push({view, {}, model_});
  }
}

void StateModel::setState(const State& next) {
  if (next.view != view_ || next != state()) {
    push({next.view, {next}, model_});
  }
}

std::vector<Error> StateModel::openModel(const ModelConfig& config) {
  StatePatch after{view_, {}, config.name};
  std::vector<Error> refused;
  for (const auto& [id, each] : states_) {
    after.states.push_back(withModel(each, config, id == view_ ? &refused : nullptr));
  }
  push(std::move(after));
  return refused;
}

void StateModel::restore(const StatePatch& patch) {
  undo_.clear();
  apply(patch);
}

void StateModel::dropWindow() {
  states_.at(view_).zoom.reset();
  emit changed();
}

StatePatch StateModel::before(const StatePatch& after) const {
  StatePatch result{view_, {}, model_};
  for (const State& each : after.states) {
    result.states.push_back(states_.at(each.view));
  }
  return result;
}

void StateModel::push(StatePatch after, int gesture) {
  StatePatch earlier = before(after);
  undo_.push(new StateCommand(*this, std::move(earlier), std::move(after), gesture));
}

void StateModel::apply(const StatePatch& patch) {
  for (const State& each : patch.states) {
    states_.insert_or_assign(each.view, each);
  }
  view_ = patch.view;
  model_ = patch.model;
  emit changed();
}

}  // namespace poscope
