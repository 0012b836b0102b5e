// The rows of the catalogue, by scheme; use recipe.h.
#pragma once

#include <vector>

#include "core/recipe/recipe.h"

namespace poscope {

void addSinusoidRecipes(std::vector<Recipe>& rows);
void addRopeRecipes(std::vector<Recipe>& rows);
void addAlibiRecipes(std::vector<Recipe>& rows);
void addKerpleRecipes(std::vector<Recipe>& rows);

}  // namespace poscope
