#include "app/window/state_model.h"

#include <QUndoCommand>
#include <algorithm>

#include "app/window/state_words.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"
#include "core/state/difference.h"
#include "core/state/find_spec.h"
#include "core/state/model_params.h"
#include "core/state/schema.h"
#include "core/views/opened_tensors.h"

namespace poscope {
namespace {

constexpr int kUndoSteps = 200;

class StateCommand : public QUndoCommand {
 public:
  StateCommand(StateModel& model, StatePatch before, StatePatch after, int gesture)
      : model_(model), before_(std::move(before)), after_(std::move(after)), gesture_(gesture) {}

  void undo() override { model_.apply(before_); }
  void redo() override { model_.apply(after_); }
  [[nodiscard]] Text words() const { return stepWords(before_, after_); }
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

std::string hashOf(const State& state) {
  const FileHandles* const handles = fileHandles(state.params);
  return handles == nullptr ? std::string() : state.params.text(handles->hash);
}

/// Whether the file is the one that a state names; without a hash the name decides.
bool isNamed(const OpenedFile& file, const State& state) {
  const FileHandles* const handles = fileHandles(state.params);
  if (handles == nullptr) {
    return false;
  }
  if (const std::string hash = hashOf(state); !hash.empty()) {
    return file.hash == hash;
  }
  const std::string& name = state.params.text(handles->name);
  return (file.inputs.model && file.inputs.model->name == name) ||
         (file.inputs.table && file.inputs.table->name == name);
}

/// Another picture is shown after a change of such a parameter: its zoom would be meaningless.
bool resetsZoom(const State& state, const std::string& name) {
  const ParameterSpec* const spec = findSpec(state.params.schema(), name);
  return spec != nullptr && spec->resetsZoom;
}

}  // namespace

StateModel::StateModel(QObject* parent) : QObject(parent) {
  undo_.setUndoLimit(kUndoSteps);
  for (const View& each : views()) {
    states_.emplace(each.id, defaultState(each));
  }
  view_ = firstView().id;
}

const State& StateModel::state() const {
  return states_.at(view_);
}

const View& StateModel::view() const {
  return *findView(view_);
}

const State& StateModel::paneState(std::size_t pane) const {
  return pane == panes_.active ? state() : panes_.states.at(pane);
}

Panes StateModel::panes() const {
  Panes now = panes_;
  if (!now.states.empty()) {
    now.states.at(now.active) = state();
  }
  return now;
}

// Those that no pane shows yet, the ones that are compared first.
std::vector<Side> StateModel::sidesBeside() const {
  std::vector<Side> sides;
  for (const Side side : {Side::a, Side::b, Side::reference, Side::difference}) {
    State other = state();
    const bool has =
        view().compares && other.params.set(parameter::kShow.name, sideName(side)).has_value();
    if (has && shownSide(state().params) != side) {
      sides.push_back(side);
    }
  }
  return sides;
}

void StateModel::setPaneCount(std::size_t count) {
  if (count == paneCount()) {
    return;
  }
  Panes next = panes();
  if (next.states.empty()) {
    next.states = {state()};
  }
  if (next.active >= count) {  // It takes the place of the last one that stays.
    next.states.at(count - 1) = state();
    next.active = count - 1;
  }
  next.states.resize(std::min(count, next.states.size()), state());
  for (const Side side : sidesBeside()) {
    State other = state();
    static_cast<void>(other.params.set(parameter::kShow.name, sideName(side)));
    const bool shown = std::any_of(next.states.begin(), next.states.end(),
                                   [&](const State& each) { return each == other; });
    if (!shown && next.states.size() < count) {
      next.states.push_back(std::move(other));
    }
  }
  next.states.resize(count, state());
  if (count == 1) {
    next = {};
  }
  push({view_, {}, model_, std::move(next)});
}

void StateModel::activatePane(std::size_t pane) {
  if (pane == panes_.active || pane >= paneCount()) {
    return;
  }
  Panes next = panes();
  next.active = pane;
  const State& shown = next.states.at(pane);
  push({shown.view, {shown}, model_, next});
}

void StateModel::setPaneWindow(std::size_t pane, const std::optional<Zoom>& window) {
  const std::string zoomed = paneState(pane).view;
  StatePatch after{view_, {}, model_, panes()};
  bool changes = false;
  for (std::size_t k = 0; k < paneCount(); ++k) {
    State next = paneState(k);
    if (k != pane && (!sharesAxes_ || next.view != zoomed)) {
      continue;
    }
    changes = changes || next.zoom != window;
    next.zoom = window;
    if (!after.panes->states.empty()) {
      after.panes->states.at(k) = next;
    }
    if (k == activePane()) {
      after.states.push_back(std::move(next));
    }
  }
  if (changes) {
    push(std::move(after));
  }
}

// How it is looked at: no step.
void StateModel::setSharesAxes(bool shares) {
  if (shares != sharesAxes_) {
    sharesAxes_ = shares;
    emit changed();
  }
}

Result<void> StateModel::setParameter(const std::string& name, const std::string& text,
                                      int gesture) {
  State next = state();
  // A recipe is chosen as it is published: choosing the present one again drops its changed stages.
  const ParameterSpec* const spec = findSpec(next.params.schema(), name);
  if (spec != nullptr && spec->type == ParameterType::recipe) {
    next.params = without(next.params, name);
  }
  POSCOPE_CHECK(setTyped(next.params, view_, name, text));
  if (next.params != state().params && resetsZoom(next, name)) {
    next.zoom.reset();
  }
  if (next != state()) {
    push({view_, {next}, model_}, gesture);
  }
  return {};
}

void StateModel::resetParameter(const std::string& name) {
  State next = state();
  next.params = without(next.params, name);
  if (next.params != state().params && resetsZoom(next, name)) {
    next.zoom.reset();
  }
  if (next != state()) {
    push({view_, {next}, model_});
  }
}

void StateModel::toggleDifference() {
  if (!view().compares) {
    return;
  }
  State next = state();
  // A view without the choice that was shown on another one stays as it is.
  const auto set = [&next](ParameterName name, std::string_view value) {
    static_cast<void>(next.params.set(name.name, value));
  };
  const auto kind = static_cast<std::size_t>(shownDifference(next.params));
  if (shownSide(next.params) != Side::difference) {
    beforeDifference_ = next.params.text(parameter::kShow);
    set(parameter::kShow, sideName(Side::difference));
  } else if (kind + 1 < kDifferences.size()) {
    set(parameter::kDifference, differenceName(kDifferences.at(kind + 1)));
  } else {
    set(parameter::kDifference, differenceName(kDifferences.front()));
    set(parameter::kShow, beforeDifference_);
  }
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

std::string StateModel::shownModel() const {
  const FileHandles* const handles = fileHandles(state().params);
  const auto changed = state().params.changed();
  const bool names = handles != nullptr &&
                     std::any_of(changed.begin(), changed.end(), [handles](const auto& entry) {
                       return entry.first == handles->name.name;
                     });
  if (!names) {
    return model_;
  }
  const std::string& named = state().params.text(handles->name);
  const ModelPreset* const preset = findPreset(named);
  return preset == nullptr ? named : preset->title;
}

// The opened file that a state names; nullptr for none.
const OpenedFile* StateModel::namedFile(const State& state) const {
  const auto found = std::find_if(files_.rbegin(), files_.rend(),
                                  [&](const OpenedFile& file) { return isNamed(file, state); });
  return found == files_.rend() ? nullptr : &*found;
}

Inputs StateModel::inputsOf(const State& state) const {
  const OpenedFile* const file = namedFile(state);
  return file == nullptr ? Inputs() : file->inputs;
}

bool StateModel::readingFor(const State& state) const {
  const OpenedFile* const file = namedFile(state);
  return file != nullptr && file->reading;
}

std::vector<OpenedFile> StateModel::namedFiles() const {
  std::vector<OpenedFile> named;
  for (const OpenedFile& file : files_) {
    const auto names = [&](const State& state) { return hashOf(state) == file.hash; };
    const bool wanted = std::any_of(states_.begin(), states_.end(),
                                    [&](const auto& entry) { return names(entry.second); }) ||
                        std::any_of(panes_.states.begin(), panes_.states.end(), names);
    if (wanted && !file.path.empty()) {
      named.push_back(file);
    }
  }
  return named;
}

// The oldest go: no undo step names them any more.
void StateModel::know(OpenedFile file) {
  const Inputs before = inputs();
  const bool read = reading();
  std::erase_if(files_, [&](const OpenedFile& each) { return each.hash == file.hash; });
  files_.push_back(std::move(file));
  if (files_.size() > kUndoSteps) {
    files_.erase(files_.begin());
  }
  if (!(inputs() == before) || reading() != read) {
    emit changed();
  }
}

Result<void> StateModel::openTable(const TableFile& table, const ArrayFile& arrays) {
  const View& page = viewThatReads(arrays, view());
  POSCOPE_TRY(const State next, withTable(stateOf(page.id), page, table, arrays));
  know({table.hash, table.path, {nullptr, std::make_shared<const TableFile>(table)}});
  setState(next);
  return {};
}

std::vector<Error> StateModel::openModel(const ModelConfig& config,
                                         const std::filesystem::path& path,
                                         const std::string& view) {
  know({modelHash(config), path, {std::make_shared<const ModelConfig>(config), nullptr}});
  StatePatch after{view.empty() ? view_ : view, {}, config.name};
  std::vector<Error> refused;
  for (const auto& [id, each] : states_) {
    after.states.push_back(withModel(each, config, id == after.view ? &refused : nullptr));
  }
  push(std::move(after));
  return refused;
}

std::vector<Text> StateModel::history() const {
  std::vector<Text> steps;
  for (int index = 0; index < undo_.count(); ++index) {
    const auto* const step = dynamic_cast<const StateCommand*>(undo_.command(index));
    steps.push_back(step == nullptr ? Text() : step->words());
  }
  return steps;
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
  StatePatch result{view_, {}, model_, panes_};
  for (const State& each : after.states) {
    result.states.push_back(states_.at(each.view));
  }
  return result;
}

void StateModel::push(StatePatch after, int gesture) {
  StatePatch earlier = before(after);
  after.panes = after.panes.value_or(panes_);
  undo_.push(new StateCommand(*this, std::move(earlier), std::move(after), gesture));
}

void StateModel::apply(const StatePatch& patch) {
  for (const State& each : patch.states) {
    states_.insert_or_assign(each.view, each);
  }
  view_ = patch.view;
  model_ = patch.model;
  panes_ = patch.panes.value_or(panes_);
  emit changed();
}

}  // namespace poscope
