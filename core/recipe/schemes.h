// The table of schemes that recipes compute: names, stages, and what each scheme is. Tables of
// other layers that say more about schemes have their rows in the same order
// (core/encoding/scheme.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/encoding/scheme.h"
#include "core/recipe/stage.h"

namespace poscope {

struct Recipe;

/// phase: positions become angles and these a table of cos and sin, told apart by pairs of
/// components. bias: a number for each distance is added to the scores, by heads.
enum class SchemeKind : std::uint8_t { phase, bias };

/// What a scheme's index counts, and so what Unique tells apart.
enum class Counted : std::uint8_t { positions, keys, distances };

struct SchemeRow {
  Scheme scheme;
  std::string_view name;  ///< In front of recipes ("sinusoid/exact") and in JSON.
  SchemeKind kind;
  bool perHead;  ///< Heads differ, and the mean over them says another thing than the worst.
  std::span<const StageSpec> stages;
  Counted (*counted)(const Recipe& recipe);
  void (*addRecipes)(std::vector<Recipe>& rows);
  /// An id alone that another scheme has too means that one's recipe.
  bool givesWay = false;
};

/// In the order of `Scheme`.
[[nodiscard]] std::span<const SchemeRow> recipeSchemes();

/// hasRecipes(scheme) must hold, here and below.
[[nodiscard]] const SchemeRow& schemeRow(Scheme scheme);

/// "sinusoid", "rope", "alibi", "kerple-log".
[[nodiscard]] std::string_view recipeSchemeName(Scheme scheme);

/// The stages of a scheme in the order in which they are computed.
[[nodiscard]] std::span<const StageSpec> stagesOf(Scheme scheme);

[[nodiscard]] bool hasStage(Scheme scheme, Stage stage);

/// Where a stage stands in stagesOf(scheme). Ends the program with both names when it does not:
/// what another scheme rounds says nothing about this one.
[[nodiscard]] std::size_t stagePlace(Scheme scheme, Stage stage);

/// The stage of a word of a link; nullptr when the scheme has none of that name.
[[nodiscard]] const StageSpec* findStage(Scheme scheme, std::string_view name);

/// "position, frequency, ...", for messages.
[[nodiscard]] std::string stageNames(Scheme scheme);

[[nodiscard]] bool isBias(Scheme scheme);

}  // namespace poscope
