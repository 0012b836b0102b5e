// Opening a model sets the parameters of the same name in every view.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/model_config.h"
#include "core/state/state.h"

namespace poscope {

/// The hash of a config's bytes as links carry it: 16 hexadecimal digits.
[[nodiscard]] std::string modelHash(const ModelConfig& config);

/// What a model says, as parameters: context, dim (rotary dimensions, else head or hidden size),
/// base, heads, max_bias, layout, format (its dtype), T5's buckets, max_distance and both_ways, and
/// the hidden model, scheme and scaling. Values that the file does not tell are left out.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> modelParameters(
    const ModelConfig& config);

/// `state` with every such parameter that its view has and whose value it accepts; the zoom window
/// is dropped. A value that a view refuses (a context beyond its range) stays as it was and is told
/// in `refused` when given.
[[nodiscard]] State withModel(State state, const ModelConfig& config,
                              std::vector<Error>* refused = nullptr);

}  // namespace poscope
