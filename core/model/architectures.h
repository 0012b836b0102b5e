// What the code of a model family decides by itself, when no key of config.json says it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/model/model_config.h"

namespace poscope {

/// One row for each `model_type`. A value taken from here is always marked as assumed.
struct Architecture {
  std::string_view modelType;
  Scheme scheme = Scheme::rope;
  double base = 10000;       ///< Class default of the RoPE base.
  double rotaryShare = 1;    ///< Share of the head that rotates.
  double slidingBase = 0;    ///< Base of the sliding-window layers; 0: the same as the others.
  std::int64_t context = 0;  ///< 0: no default is assumed.
  /// Some of its layers have another RoPE or none. Else all layers with attention have the same,
  /// whatever the file says of kinds of layers.
  bool layersDiffer = false;
};

[[nodiscard]] std::span<const Architecture> architectures();

/// nullptr when the family is not known.
[[nodiscard]] const Architecture* findArchitecture(std::string_view modelType);

}  // namespace poscope
