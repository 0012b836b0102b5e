// One rope_scaling or rope_parameters object: its type, its numbers, and whether they make sense.
// Spellings follow PIPELINES 4.2 and 4.3; what each scaling reads, its row (rope_scaling.h).
#pragma once

#include <optional>
#include <string>

#include "core/model/config_keys.h"
#include "core/model/model_config.h"

namespace poscope {

/// A base as a file states it, which may be no base at all.
struct StatedBase {
  double value = 0;     ///< NaN for what is no number.
  Text shown;           ///< As messages show it.
  std::string keyPath;  ///< Empty: no key states it.
};
[[nodiscard]] StatedBase readBase(const JsonValue& value, std::string keyPath);

struct RopeBlock {
  RopeScaling scaling;
  std::optional<StatedBase> base;     ///< rope_theta inside the block.
  std::optional<double> rotaryShare;  ///< partial_rotary_factor inside the block.
  std::optional<std::int64_t> original;
};

/// Reads the object `block`, which stands under `keyPath`. Bad values are kept as the error of
/// `keys`; missing and unknown keys become notices.
[[nodiscard]] RopeBlock readRopeBlock(ConfigKeys& keys, const JsonValue& block,
                                      const std::string& keyPath, ModelConfig& config);

}  // namespace poscope
