#include "app/window/built_figures.h"

#include <algorithm>

namespace poscope {
namespace {

constexpr std::size_t kMost = 6;  ///< Four panes, and the two that were shown before.

bool samePage(const State& one, const State& other) {
  return one.view == other.view && one.params == other.params;
}

}  // namespace

void BuiltFigures::keep(BuiltFigure built, const Inputs& inputs) {
  if (!(inputs == Inputs())) {
    return;
  }
  std::erase_if(figures_,
                [&](const BuiltFigure& each) { return samePage(each.state, built.state); });
  figures_.push_front(std::move(built));
  if (figures_.size() > kMost) {
    figures_.pop_back();
  }
}

std::optional<BuiltFigure> BuiltFigures::find(const State& state, const Inputs& inputs) const {
  if (!(inputs == Inputs())) {
    return std::nullopt;
  }
  const auto found = std::find_if(figures_.begin(), figures_.end(), [&](const BuiltFigure& each) {
    return samePage(each.state, state);
  });
  return found == figures_.end() ? std::nullopt : std::optional(*found);
}

std::shared_ptr<const Figure> BuiltFigures::findAnySide(const State& state,
                                                        const Inputs& inputs) const {
  const auto content = state.params.content();
  const auto found = std::find_if(figures_.begin(), figures_.end(), [&](const BuiltFigure& each) {
    return each.figure->sides != nullptr && each.state.view == state.view &&
           each.state.params.content() == content;
  });
  return found == figures_.end() || !(inputs == Inputs()) ? nullptr : found->figure;
}

}  // namespace poscope
