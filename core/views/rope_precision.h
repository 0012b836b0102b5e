// What the files of the view rope-precision share.
#pragma once

#include <memory>

#include "core/analysis/ablation.h"
#include "core/views/build_parts.h"

namespace poscope {

/// Everything that one figure of the view is made of.
struct RopePrecision {
  RecipePair recipes;
  RopeShape shape;
  std::int64_t start = 0;
  std::int64_t context = 2;
  AblationResult ablation;                   ///< Sides a, b.
  std::shared_ptr<const CellSource> errors;  ///< Position x pair.
  std::shared_ptr<const CellSource> worst;   ///< One row: the largest of each position.

  [[nodiscard]] const Recipe& recipe(Side side) const {
    return side == Side::b ? recipes.b : recipes.a;
  }
  [[nodiscard]] const Ablation& side(Side side) const {
    return ablation.sides[side == Side::b ? 1 : 0];
  }
};

/// The stages of one side (Side::a or Side::b) as a pipeline: formats that change by click, what
/// the code does (`withCode`), and what each stage does when it is rounded alone.
[[nodiscard]] TablePanel stageTable(const RopePrecision& lab, Side side, bool withCode);

/// What the inspector says of an error map's cell, and of a position on the curves.
[[nodiscard]] Result<std::shared_ptr<const Inspection>> errorInspection(const RopePrecision& lab);
[[nodiscard]] std::shared_ptr<const Inspection> worstInspection(const RopePrecision& lab,
                                                                Side shown);

/// Question, sentence and explanation of the side that is shown.
[[nodiscard]] Finding ropePrecisionFinding(const RopePrecision& lab, Side shown);

/// "positions", "inverse frequencies": what a stage rounds, inside of a sentence.
[[nodiscard]] Text roundedThing(std::size_t stage);

}  // namespace poscope
