#include "app/window/state_words.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/state/schema.h"

namespace poscope {
namespace {

const State* stateIn(const StatePatch& patch, const std::string& view) {
  const auto found = std::find_if(patch.states.begin(), patch.states.end(),
                                  [&](const State& state) { return state.view == view; });
  return found == patch.states.end() ? nullptr : &*found;
}

Text parametersWords(const State& before, const State& after,
                     const std::vector<const ParameterSpec*>& changed) {
  const ParameterSpec& first = *changed.front();
  const auto more = static_cast<std::int64_t>(changed.size()) - 1;
  return {more > 0 ? "window.step.parameters" : "window.step.parameter",
          {{"parameter", parameterLabel(after.view, first)},
           {"before", valueWords(before.params, first)},
           {"after", valueWords(after.params, first)},
           {"more", more}}};
}

Text zoomWords(const std::optional<Zoom>& zoom) {
  return zoom ? Text("window.step.zoom", {{"first", Text::verbatim(shortDecimal(zoom->x0))},
                                          {"last", Text::verbatim(shortDecimal(zoom->x1))}})
              : Text("window.step.whole");
}

}  // namespace

Text valueWords(const Params& params, const ParameterSpec& spec) {
  const std::string written = params.written(spec.name);
  switch (spec.type) {
    case ParameterType::integer:
    case ParameterType::real: {
      const auto number = parseNumber(written);
      return Text::verbatim(number ? exactText(*number) : written);
    }
    case ParameterType::text:
      return Text::verbatim(written);
    case ParameterType::recipe:
      return recipeTitle(params.recipe({{spec.name}}));
    default:
      return choiceLabel(spec, written);
  }
}

std::vector<const ParameterSpec*> changedParameters(const Params& before, const Params& after) {
  std::vector<const ParameterSpec*> changed;
  for (const ParameterSpec& spec : before.schema()) {
    const bool recipe = spec.type == ParameterType::recipe;
    if (recipe ? !(before.recipe({{spec.name}}) == after.recipe({{spec.name}}))
               : before.written(spec.name) != after.written(spec.name)) {
      changed.push_back(&spec);
    }
  }
  return changed;
}

Text stepWords(const StatePatch& before, const StatePatch& after) {
  if (after.model != before.model && !after.model.empty()) {
    return {"window.step.model", {{"model", after.model}}};
  }
  if (before.panes && after.panes && before.panes->count() != after.panes->count()) {
    const auto count = static_cast<std::int64_t>(after.panes->count());
    return {"window.step.panes", {{"count", count}}};
  }
  if (before.panes && after.panes && before.panes->active != after.panes->active) {
    const auto number = static_cast<std::int64_t>(after.panes->active) + 1;
    return {"window.step.pane", {{"number", number}}};
  }
  if (after.view != before.view) {
    return {"window.step.page", {{"page", Text(after.view + ".title")}}};
  }
  const State* const then = stateIn(before, after.view);
  const State* const now = stateIn(after, after.view);
  if (then == nullptr || now == nullptr) {
    return {"window.step.page", {{"page", Text(after.view + ".title")}}};
  }
  const auto changed = changedParameters(then->params, now->params);
  return changed.empty() ? zoomWords(now->zoom) : parametersWords(*then, *now, changed);
}

Text paneWords(const State& pane, const State& active) {
  Text words(pane.view + ".title");
  const auto add = [&words](Text more) {
    words = {"window.pane.and", {{"words", std::move(words)}, {"more", std::move(more)}}};
  };
  if (pane.view != active.view) {
    return words;
  }
  if (pane.params.has(parameter::kShow)) {
    add(sideTitle(pane.params, shownSide(pane.params)));
  }
  for (const ParameterSpec* spec : changedParameters(active.params, pane.params)) {
    if (spec->name != parameter::kShow.name) {
      add({"window.pane.value",
           {{"parameter", parameterLabel(pane.view, *spec)},
            {"value", valueWords(pane.params, *spec)}}});
      break;
    }
  }
  return words;
}

}  // namespace poscope
