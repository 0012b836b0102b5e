// A recipe turned into numbers: the stages and tables that fields and verdicts evaluate.
#pragma once

#include <vector>

#include "core/encoding/kerple.h"
#include "core/encoding/phase.h"
#include "core/encoding/rope_scaling.h"
#include "core/recipe/recipe.h"

namespace poscope {

/// The formula in fp64 for a recipe's form of frequencies: what errors are measured against.
struct PhaseReference {
  std::vector<double> frequencies;
  double tableFactor = 1;
};
[[nodiscard]] Result<PhaseReference> phaseReference(const Recipe& recipe, const RopeShape& shape);

/// A `sinusoid` or `rope` recipe for one model.
struct PhasePipeline {
  PhaseStages stages;
  std::vector<double> frequencies;  ///< dim/2, rounded; with a recurrence: its factors.
  PhaseReference reference;         ///< phaseReference of the recipe and the shape.
};

/// Scaled integers quantise positions up to total - 1 and table entries up to 1; torch.arange makes
/// positions 0..total-1. Errors are those of scaledFrequencies.
[[nodiscard]] Result<PhasePipeline> phasePipeline(const Recipe& recipe, const RopeShape& shape,
                                                  const NumberFormat& model, std::int64_t total,
                                                  Overflow overflow = Overflow::ofFormat);

/// The stages alone, without a model's shape: positions as integers up to `largestPosition`.
[[nodiscard]] PhaseStages phaseStages(const Recipe& recipe, const NumberFormat& model,
                                      double largestPosition,
                                      Overflow overflow = Overflow::ofFormat);

/// The stages of an `alibi` recipe over `keys` keys; scaled integers quantise a bias up to
/// `largestBias`.
[[nodiscard]] AlibiStages alibiStages(const Recipe& recipe, const NumberFormat& model,
                                      std::int64_t keys, double largestBias,
                                      Overflow overflow = Overflow::ofFormat);

/// The stages of a `kerple-log` recipe for distances below `distances`; scaled integers quantise
/// the exact bias at the farthest of them.
[[nodiscard]] KerpleStages kerpleStages(const Recipe& recipe, const NumberFormat& model,
                                        const KerpleHead& head, std::int64_t distances,
                                        Overflow overflow = Overflow::ofFormat);

}  // namespace poscope
