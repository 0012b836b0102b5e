// What the files of the view rope-precision share.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "core/analysis/ablation.h"
#include "core/recipe/schemes.h"
#include "core/state/parameters.h"
#include "core/views/build_parts.h"

namespace poscope {

/// Everything that one figure of the view is made of.
struct RopePrecision {
  RecipePair recipes;
  std::optional<std::size_t> stage;  ///< Of kAblatedStages: drawn rounded alone; none: all of them.
  RecipePair drawn;                  ///< `recipes`, or what is left of them with `stage` alone.
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
  /// Of what is drawn.
  [[nodiscard]] const StageEffect& effect(Side shown) const {
    return stage ? side(shown).alone[*stage] : side(shown).whole;
  }
};

/// The stages of one side (Side::a or Side::b) as a pipeline: formats that change by click, what
/// the code does (`withCode`), and what each stage does when it is rounded alone.
[[nodiscard]] TablePanel stageTable(const RopePrecision& lab, Side side, bool withCode);

/// What the code of a recipe does at one of its stages.
[[nodiscard]] Text stageCode(const RopePrecision& lab, const Recipe& recipe,
                             const StageSpec& stage);
/// Both recipes as code, with what differs; a line's click draws its stage alone.
[[nodiscard]] CodePanel ropeCodePanel(const RopePrecision& lab);

/// The parameter of the stage that is drawn, and its word for all of them.
inline constexpr WordParameter kStage{{"stage"}};
inline constexpr std::string_view kAllStages = "all";
/// What `stage` is called there; nothing for a stage that does not reach the table.
[[nodiscard]] std::optional<std::size_t> drawnStage(std::string_view name);

/// What the inspector says of an error map's cell, and of a position on the curves.
[[nodiscard]] Result<std::shared_ptr<const Inspection>> errorInspection(const RopePrecision& lab);
[[nodiscard]] std::shared_ptr<const Inspection> worstInspection(const RopePrecision& lab,
                                                                Side shown);

/// Question, sentence and explanation of the side that is shown.
[[nodiscard]] Finding ropePrecisionFinding(const RopePrecision& lab, Side shown);

/// "positions", "inverse frequencies": what a stage rounds, inside of a sentence.
[[nodiscard]] Text roundedThing(std::size_t stage);

}  // namespace poscope
