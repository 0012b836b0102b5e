// The table of schemes that recipes compute: names, stages, and what each scheme is. Tables of
// other layers that say more about schemes have their rows in the same order
// (core/encoding/scheme.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/encoding/scheme.h"

namespace poscope {

struct Recipe;

/// The stage's format is the model's own, the parameter `format`.
inline constexpr std::string_view kModelFormat = "model";

/// One stage: a number format, or one of `words`.
struct StageSpec {
  std::string_view name;                         ///< As in links: "position".
  std::span<const std::string_view> words = {};  ///< Empty: a format id or kModelFormat.
  /// The setting that takes its rounding away, so that storage alone is left; empty: it stays.
  std::string_view exact = {};
  /// The setting that makes a published recipe sound without changing what it stores; empty: none.
  std::string_view sound = {};
  std::string_view unsound = {};  ///< `sound` takes the place of this setting only; empty: of any.

  [[nodiscard]] bool isFormat() const { return words.empty(); }
};

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

[[nodiscard]] bool isBias(Scheme scheme);

}  // namespace poscope
