// The one id of a scheme, for recipes, models and links: how a Transformer is told where a token
// is.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace poscope {

/// Schemes with recipes come first, in the order of every table of schemes; models may also state
/// what no recipe computes.
enum class Scheme {
  sinusoidal,
  rope,
  alibi,
  kerpleLog,
  learned,  ///< The first without recipes.
  relative,
  none,
  unknown,
};

/// The schemes that have recipes: the rows of a table of schemes.
inline constexpr std::size_t kRecipeSchemes = static_cast<std::size_t>(Scheme::learned);

[[nodiscard]] constexpr bool hasRecipes(Scheme scheme) {
  return static_cast<std::size_t>(scheme) < kRecipeSchemes;
}

/// As models, links and texts name it: "sinusoidal", "rope", "alibi", "kerple-log", "learned",
/// "relative", "none", "unknown". Its words are the text `scheme.<name>`.
[[nodiscard]] std::string_view schemeName(Scheme scheme);

/// The scheme of such a name; nullopt when it names none.
[[nodiscard]] std::optional<Scheme> findScheme(std::string_view name);

/// Whether a table has a row for each scheme with recipes, in the order of the enum: what the
/// `static_assert` beside each such table asks.
template <typename Row, std::size_t kCount>
[[nodiscard]] constexpr bool inSchemeOrder(const Row (&rows)[kCount]) {
  bool ordered = kCount == kRecipeSchemes;
  for (std::size_t i = 0; i < kCount; ++i) {
    ordered = ordered && static_cast<std::size_t>(rows[i].scheme) == i;
  }
  return ordered;
}

/// The row of a scheme with recipes.
template <typename Row, std::size_t kCount>
[[nodiscard]] constexpr const Row& rowOf(const Row (&rows)[kCount], Scheme scheme) {
  static_assert(kCount == kRecipeSchemes);
  return rows[static_cast<std::size_t>(scheme)];
}

/// The row of a scheme in a table of some schemes; nullptr when it has none.
template <typename Row, std::size_t kCount>
[[nodiscard]] constexpr const Row* findRow(const Row (&rows)[kCount], Scheme scheme) {
  for (const Row& row : rows) {
    if (row.scheme == scheme) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace poscope
