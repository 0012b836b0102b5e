// The numbers of a public case: what its code computes, what the fixed code computes, and the
// positions that the report speaks of. Everything that the view says is taken from here.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "core/analysis/effect.h"
#include "core/cases/case_gallery.h"

namespace poscope {

/// Angles at the last position (rope).
struct AngleNumbers {
  std::vector<double> errors;  ///< Per pair, radians, in magnitude.
  double worst = 0;            ///< Largest error in radians.
  std::int64_t pairs = 0;      ///< dim / 2.
  std::int64_t far = 0;        ///< Pairs that are off by over half a radian.
  std::int64_t dead = 0;       ///< Pairs whose frequency became zero.
  double example = 0;          ///< The angle of the case's example position and pair,
  double exactExample = 0;     ///< and what it should be.
};
[[nodiscard]] Result<AngleNumbers> angleNumbers(const PublicCase& report, const Recipe& recipe);

/// Biases of one head (alibi): what rounding them does to attention with equal scores.
struct BiasNumbers {
  std::vector<double> weights;       ///< Of the keys 0..query in the case's head,
  std::vector<double> exactWeights;  ///< and what they should be.
  std::int64_t slopesExact = 0;      ///< Slopes that are stored as fp32 would store them.
  double slopeError = 0;             ///< Largest relative error of a stored slope against that.

  /// Of the query on itself; 0 where nothing was computed.
  [[nodiscard]] double ownWeight() const { return weights.empty() ? 0 : weights.back(); }
  [[nodiscard]] double ownExactWeight() const {
    return exactWeights.empty() ? 0 : exactWeights.back();
  }
};
/// At the case's query.
[[nodiscard]] BiasNumbers biasNumbers(const PublicCase& report, const Recipe& recipe);

/// Positions as the recipe's position stage holds them, all from first to last; of a bias as the
/// model's format would hold them.
struct PositionNumbers {
  std::int64_t exact = 0;       ///< Positions that keep their value.
  std::int64_t unlike = 0;      ///< Positions that are not what rounding to nearest gives.
  std::int64_t firstGroup = 0;  ///< Positions that are stored as the first one is,
  std::int64_t lastGroup = 0;   ///< and as the last one is.
  std::int64_t example = 0;
  double stored = 0;   ///< What the example is stored as,
  double rounded = 0;  ///< what rounding it to nearest gives,
  double below = 0;    ///< and the numbers of the format around it.
  double above = 0;
  double spacing = 0;
};
/// The format that it is about: the position stage's; of a bias the model's.
[[nodiscard]] const NumberFormat& positionFormat(const PublicCase& report, const Recipe& recipe);
[[nodiscard]] PositionNumbers positionNumbers(const PublicCase& report, const Recipe& recipe);

/// The sizes of a rope case. Errors are those of parseRopeScaling.
[[nodiscard]] Result<RopeShape> shapeOf(const PublicCase& report);

/// What is judged of a case with one of its recipes.
[[nodiscard]] Result<VerdictSetup> verdictSetupOf(const PublicCase& report, const Recipe& recipe);

/// One recipe of a case in numbers: angles for rope, biases for alibi.
struct CaseSide {
  Recipe recipe;
  Verdicts verdicts;
  AttentionEffect effect;
  AngleNumbers angles;
  BiasNumbers biases;
};

struct CaseNumbers {
  CaseSide broken;
  CaseSide fixed;
  std::optional<CaseSide> also;
  PositionNumbers positions;  ///< Of the broken recipe.
};
/// Errors: a row that names what does not exist (internal), cancelled.
[[nodiscard]] Result<CaseNumbers> caseNumbers(const PublicCase& report,
                                              const VerdictControl& control = {});

}  // namespace poscope
