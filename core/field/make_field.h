// Makers of fields: they lay out the table that a body reads.
#pragma once

#include "core/field/field.h"
#include "core/recipe/pipeline.h"

namespace poscope {

/// Two recipes of one scheme and the model's format.
struct RecipePair {
  Recipe a;
  Recipe b;
  const NumberFormat* format = nullptr;
  Overflow overflow = Overflow::ofFormat;
};

/// shape.dim channels of `length` positions from `start`. The reference is the formula of recipe
/// a's form of frequencies. Errors are those of scaledFrequencies.
[[nodiscard]] Result<Field> makePhaseField(const RecipePair& recipes, const RopeShape& shape,
                                           TableLayout layout, std::int64_t start,
                                           std::int64_t length);
/// The same without a scaling, which cannot fail: `dim` even, base > 0.
[[nodiscard]] Field makePhaseField(const RecipePair& recipes, std::int64_t dim, double base,
                                   TableLayout layout, std::int64_t start, std::int64_t length);

/// The slope of head `head` of `heads`: exact, and as A and B write it.
[[nodiscard]] AlibiSlope alibiSlope(const RecipePair& recipes, std::int64_t heads, double maxBias,
                                    std::int64_t head);

/// One head with `slope`, `context` queries x `context` keys. A scaled integer quantises all heads
/// with one step: `steepest` is the steepest slope of the model (0: this head's own).
[[nodiscard]] Field makeAlibiField(const RecipePair& recipes, const AlibiSlope& slope,
                                   std::int64_t context, bool aligned, double steepest = 0);
/// The same for a slope that all forms write alike.
[[nodiscard]] Field makeAlibiField(const RecipePair& recipes, double slope, std::int64_t context,
                                   bool aligned, double steepest = 0);

/// All heads at the last query: heads x context.
[[nodiscard]] Field makeAlibiHeadsField(const RecipePair& recipes, std::int64_t heads,
                                        double maxBias, std::int64_t context, bool aligned);

/// Distances 0..distances-1 from a query at position `query` >= distances - 1.
[[nodiscard]] Result<Field> makeDecayField(const RecipePair& recipes, const RopeShape& shape,
                                           std::int64_t query, std::int64_t distances,
                                           double weight);
/// The same without a scaling, which cannot fail.
[[nodiscard]] Field makeDecayField(const RecipePair& recipes, std::int64_t dim, double base,
                                   std::int64_t query, std::int64_t distances, double weight);

/// The spread of the reference's score at distances 0..distances-1 (ScoreSpreadField): two rows.
/// `factor` multiplies cos and sin.
[[nodiscard]] Field makeScoreSpreadField(std::vector<double> frequencies, double factor,
                                         std::int64_t distances, double correlation);

/// The waves of pairs with these inverse frequencies (WaveField): a row for each, `length`
/// positions from `start`.
[[nodiscard]] Field makeWaveField(std::vector<double> inverseFrequencies, std::int64_t start,
                                  std::int64_t length);

/// Errors of the cos/sin tables against fp64 (RopeErrorField): `length` positions from `start` x
/// pairs.
[[nodiscard]] Result<Field> makeRopeErrorField(const RecipePair& recipes, const RopeShape& shape,
                                               std::int64_t start, std::int64_t length);
/// The largest of them at each position (RopeWorstField): one row.
[[nodiscard]] Result<Field> makeRopeWorstField(const RecipePair& recipes, const RopeShape& shape,
                                               std::int64_t start, std::int64_t length);

}  // namespace poscope
