// What changed between two states, in words.
#pragma once

#include <vector>

#include "app/window/state_model.h"

namespace poscope {

/// The value of a parameter as people read it: "4,096", "bf16", "HF Llama (changed)".
[[nodiscard]] Text valueWords(const Params& params, const ParameterSpec& spec);

/// Those whose values, or whose recipes' stages, differ; in the order of the schema. Both states
/// are of one view.
[[nodiscard]] std::vector<const ParameterSpec*> changedParameters(const Params& before,
                                                                  const Params& after);

/// One line about a step of the window: "Context 4,096 → 8,192", "Page: RoPE, stage by stage".
/// `before` holds the states that `after` sets, as they were.
[[nodiscard]] Text stepWords(const StatePatch& before, const StatePatch& after);

/// What a pane shows: its page, the side, and the first that sets it apart from `active`, the pane
/// that is edited, where both are of one view.
[[nodiscard]] Text paneWords(const State& pane, const State& active);

}  // namespace poscope
