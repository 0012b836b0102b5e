// Which code runs a model: from config.json's model type to rows of the catalogue of recipes.
#pragma once

#include <vector>

#include "core/model/model_config.h"
#include "core/recipe/recipe.h"

namespace poscope {

struct ModelCode {
  /// The rows that run the model, what was published for it first.
  std::vector<const Recipe*> recipes;
  /// No code of this model type is in the catalogue; current transformers stands in for it.
  bool standsIn = false;
  /// Several models share the model type, and no key tells them apart.
  bool ambiguous = false;
};

/// Empty when the model's scheme computes nothing whose precision is known here.
[[nodiscard]] ModelCode modelCode(const ModelConfig& config);

}  // namespace poscope
