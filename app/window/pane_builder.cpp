#include "app/window/pane_builder.h"

#include <algorithm>

#include "app/window/pane_board.h"
#include "app/window/state_words.h"
#include "core/state/schema.h"
#include "core/views/difference.h"

namespace poscope {
namespace {

constexpr JobPace kPace{40, 500};  // As the page's own: a drag shows pictures on its way.

/// From what was computed once for all sides.
Latest<BuiltFigure>::Work sideWork(State state, std::shared_ptr<const Figure> other) {
  return [state = std::move(state), other = std::move(other)](const Job<BuiltFigure>& job) {
    const Params& params = state.params;
    auto made = atSide(*other, shownSide(params), shownDifference(params), job.stop);
    return std::move(made).map([&](Figure&& figure) {
      return BuiltFigure{state, std::make_shared<const Figure>(std::move(figure)), 0};
    });
  };
}

}  // namespace

PaneBuilder::PaneBuilder(StateModel& model, std::shared_ptr<const Backend> backend,
                         PaneBoard& board, BuiltFigures& known, QObject* parent)
    : QObject(parent), model_(model), backend_(std::move(backend)), board_(board), known_(known) {
  for (std::size_t pane = 0; pane < slots_.size(); ++pane) {
    slots_.at(pane).job = std::make_unique<QtLatest<BuiltFigure>>(
        *this,
        [this, pane](const Result<BuiltFigure>& built) {
          if (built) {
            show(pane, *built);
          } else {
            emit failed(built.error());
          }
        },
        std::function<void(double)>(), kPace);
  }
  connect(&board, &PaneBoard::chosen, &model, &StateModel::activatePane);
  connect(&board, &PaneBoard::windowChanged, &model, &StateModel::setPaneWindow);
  connect(&model, &StateModel::changed, this, &PaneBuilder::follow);
}

bool PaneBuilder::idle() const {
  return std::all_of(slots_.begin(), slots_.end(),
                     [](const Slot& slot) { return slot.job->idle(); });
}

void PaneBuilder::follow() {
  std::vector<Text> headings;
  for (std::size_t pane = 0; pane < model_.paneCount(); ++pane) {
    headings.push_back(paneWords(model_.paneState(pane), model_.state()));
  }
  board_.setSharesScales(model_.sharesAxes());
  board_.setPanes(headings, model_.activePane());
  for (std::size_t pane = 0; pane < slots_.size(); ++pane) {
    if (pane < model_.paneCount() && pane != model_.activePane()) {
      followPane(pane);
    } else {
      leave(slots_.at(pane));
    }
  }
}

void PaneBuilder::leave(Slot& slot) {
  slot.job->stop();
  slot.requested.reset();
  slot.figure = nullptr;
}

void PaneBuilder::followPane(std::size_t pane) {
  Slot& slot = slots_.at(pane);
  const State& state = model_.paneState(pane);
  const Inputs inputs = model_.inputsOf(state);
  const State content{state.view, state.params, std::nullopt};
  if (slot.requested == content && slot.inputs == inputs) {
    if (slot.figure != nullptr && slot.window != state.zoom) {
      slot.window = state.zoom;
      board_.setFigure(pane, slot.figure, state.zoom);
    }
    return;
  }
  // Nothing is shown under another page's name.
  if (!slot.requested || slot.requested->view != content.view) {
    board_.setFigure(pane, nullptr, std::nullopt);
  }
  slot.requested = content;
  slot.inputs = inputs;
  slot.figure = nullptr;
  if (const auto built = known_.find(content, inputs)) {
    slot.job->stop();
    show(pane, *built);
  } else if (auto other = known_.findAnySide(content, inputs)) {
    slot.job->startNext(sideWork(content, std::move(other)));
  } else if (!model_.readingFor(state)) {
    slot.job->startNext(buildWork(content, inputs, backend_));
  } else {
    slot.requested.reset();  // Asked for again when the file is there.
  }
}

void PaneBuilder::show(std::size_t pane, const BuiltFigure& built) {
  Slot& slot = slots_.at(pane);
  if (!slot.requested || slot.requested->view != built.state.view) {
    return;
  }
  known_.keep(built, slot.inputs);
  slot.figure = built.figure;
  slot.window = model_.paneState(pane).zoom;
  board_.setFigure(pane, slot.figure, slot.window);
}

}  // namespace poscope
