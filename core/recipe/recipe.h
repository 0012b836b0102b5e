// A recipe names an implementation: its scheme and the number format of every stage. A and B of any
// comparison are two recipes. Rows of the catalogue are data; stages can be changed one by one
// ("a.position=bf16" in a link).
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/encoding/alibi.h"
#include "core/encoding/phase.h"

namespace poscope {

enum class RecipeScheme { phase, alibi };

/// The stage's format is the model's own, the parameter `format`.
inline constexpr std::string_view kModelFormat = "model";

inline constexpr std::size_t kStageCount = 4;

/// Names of a scheme's four stages in the order in which they are computed.
/// phase: position, frequency, angle, table. alibi: slope, position, product, bias.
[[nodiscard]] std::span<const std::string_view, kStageCount> stageNames(RecipeScheme scheme);

struct Recipe {
  std::string id;
  RecipeScheme scheme = RecipeScheme::phase;
  std::array<std::string, kStageCount> formats;  ///< A format id or kModelFormat, per stage.
  AlibiIndex index = AlibiIndex::relative;       ///< alibi only.
  std::string_view source;                       ///< Where it happens: file, commit or page.
  friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// Every named recipe. Its title is the text `recipe.<id>`, its description `recipe.<id>.about`.
[[nodiscard]] std::span<const Recipe> recipeCatalogue();

/// nullptr when no recipe of the scheme has the id.
[[nodiscard]] const Recipe* findRecipe(RecipeScheme scheme, std::string_view id);

/// `recipe` with stage `stage` in `format` (an id or "model"). Unknown stages and formats are usage
/// errors.
[[nodiscard]] Result<Recipe> withStage(Recipe recipe, std::string_view stage,
                                       std::string_view format);

/// The format of a stage when the model's format is `model`.
[[nodiscard]] const NumberFormat& stageFormat(const Recipe& recipe, std::size_t stage,
                                              const NumberFormat& model);

/// The stages of a `phase` recipe, ready for a field. Scaled integers quantise positions up to
/// `largestPosition` and table entries up to 1.
[[nodiscard]] PhaseStages phaseStages(const Recipe& recipe, const NumberFormat& model,
                                      double largestPosition,
                                      Overflow overflow = Overflow::ofFormat);

/// The stages of an `alibi` recipe; scaled integers quantise a bias up to `largestBias`.
[[nodiscard]] AlibiStages alibiStages(const Recipe& recipe, const NumberFormat& model,
                                      double largestPosition, double largestBias,
                                      Overflow overflow = Overflow::ofFormat);

}  // namespace poscope
