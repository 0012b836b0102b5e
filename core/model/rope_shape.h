// From a model's RoPE setting to the shape that decides its frequencies at a context length.
#pragma once

#include "core/encoding/rope_scaling.h"
#include "core/model/model_config.h"

namespace poscope {

/// The shape of `setting`, one of `config.rope`, at `length` tokens (0: the shortest regime).
/// `trained` is the model's context, 0 when nothing gives it. Only for models whose rotary
/// dimensions are known; `dim` is 0 otherwise, which scaledFrequencies refuses.
[[nodiscard]] RopeShape ropeShape(const ModelConfig& config, const RopeSetting& setting,
                                  std::int64_t length);

}  // namespace poscope
