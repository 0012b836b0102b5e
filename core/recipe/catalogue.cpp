#include "core/recipe/catalogue.h"

#include <array>

namespace poscope {
namespace {

struct Catalogue {
  std::vector<Recipe> rows;
  std::array<std::pair<std::size_t, std::size_t>, kRecipeSchemes> parts;  // First and count.
};

// Each scheme's recipes stand together; those of a scheme that gives way come last, so that the
// first row with an id is the one that the id alone means.
const Catalogue& catalogue() {
  static const Catalogue kCatalogue = [] {
    Catalogue made;
    for (const bool last : {false, true}) {
      for (const SchemeRow& row : recipeSchemes()) {
        if (row.givesWay == last) {
          const std::size_t first = made.rows.size();
          row.addRecipes(made.rows);
          made.parts[static_cast<std::size_t>(row.scheme)] = {first, made.rows.size() - first};
        }
      }
    }
    return made;
  }();
  return kCatalogue;
}

}  // namespace

std::span<const Recipe> recipeCatalogue() {
  return catalogue().rows;
}

std::span<const Recipe> recipesOf(Scheme scheme) {
  const auto& [first, count] = catalogue().parts[static_cast<std::size_t>(scheme)];
  return recipeCatalogue().subspan(first, count);
}

}  // namespace poscope
