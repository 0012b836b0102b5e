// From a model's RoPE setting to the shape that decides its frequencies at a context length.
#pragma once

#include "core/encoding/rope_scaling.h"
#include "core/model/model_config.h"

namespace poscope {

/// The shape of `setting`, one of `config.rope`, at `length` tokens (0: the shortest regime). What
/// the scaling needs but the file states elsewhere or leaves out is filled in: the original length,
/// and the share of a proportional RoPE. `trained` is the model's context. Only for models whose
/// rotary dimensions are known; `dim` is 0 otherwise, which scaledFrequencies refuses.
[[nodiscard]] RopeShape ropeShape(const ModelConfig& config, const RopeSetting& setting,
                                  std::int64_t length);

}  // namespace poscope
