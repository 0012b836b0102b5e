// One rope_scaling or rope_parameters object: its type, its numbers, and whether they make sense.
// Spellings and required keys follow PIPELINES 4.2 and 4.3.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/config_keys.h"
#include "core/model/model_config.h"

namespace poscope {

/// A scaling that is known by name.
struct ScalingKind {
  std::string_view type;
  std::initializer_list<std::string_view> required;  ///< Keys whose absence is an error.
  bool needsOriginal = false;  ///< original_max_position_embeddings decides the numbers.
  bool changesFrequencies = true;
};

/// nullptr when the type is not known.
[[nodiscard]] const ScalingKind* findScalingKind(std::string_view type);

struct RopeBlock {
  RopeScaling scaling;
  std::optional<double> base;         ///< rope_theta inside the block.
  std::optional<double> rotaryShare;  ///< partial_rotary_factor inside the block.
  std::optional<std::int64_t> original;
};

/// Reads the object `block`, which stands under `keyPath`. Bad values are kept as the error of
/// `keys`; missing and unknown keys become notices.
[[nodiscard]] RopeBlock readRopeBlock(ConfigKeys& keys, const JsonValue& block,
                                      const std::string& keyPath, ModelConfig& config);

}  // namespace poscope
