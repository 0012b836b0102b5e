// What an audit has to know of each scheme: which layers are judged, how far, and what is told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/audit/audit.h"

namespace poscope {

/// A kind of layer with everything of the setup but the recipe.
struct AuditLayer {
  std::string name;  ///< RopeSetting::layerType; empty: all layers.
  VerdictSetup setup;
};

struct SchemeAudit {
  Scheme scheme;
  /// The layers that config.json tells enough about; `setup` has the format and the context.
  std::vector<AuditLayer> (*layers)(const ModelConfig& config, const VerdictSetup& setup);
  /// Positions that are judged without being asked for: a file may state any size, and each audit
  /// has to end.
  std::int64_t (*mostPositions)(const ModelConfig& config);
  bool extrapolates;    ///< A context beyond the model's own is nothing to warn of.
  bool castsPositions;  ///< A cast of position ids reaches the angles.
  /// The code that mends `bad`; empty: none is known.
  std::string (*patch)(const AuditReport& report, const AuditWay& bad);
};

/// nullptr for a scheme without recipes, whose precision is not known here.
[[nodiscard]] const SchemeAudit* findSchemeAudit(Scheme scheme);

/// Widest RoPE or sinusoid that is judged, in dimensions: tables of 1024 rows must fit in memory.
inline constexpr std::int64_t kWidestJudged = 8192;

}  // namespace poscope
