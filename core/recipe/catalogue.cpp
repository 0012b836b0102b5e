#include "core/recipe/catalogue.h"

namespace poscope {

std::span<const Recipe> recipeCatalogue() {
  static const std::vector<Recipe> kRows = [] {
    std::vector<Recipe> rows;
    addRopeRecipes(rows);
    addAlibiRecipes(rows);
    addSinusoidRecipes(rows);
    return rows;
  }();
  return kRows;
}

}  // namespace poscope
