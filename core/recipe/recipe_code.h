// What a recipe does, written as PyTorch code of our own: a line for each stage, with the cast that
// the stage's format needs and no other. Operations give the type of their operands where these
// agree; elsewhere operands are widened to fp32 (fp64) and the result is cast.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/encoding/rope_scaling.h"
#include "core/recipe/recipe.h"

namespace poscope {

/// A line and the stage that it carries out.
struct StageLine {
  Stage stage;
  std::string text;
  friend bool operator==(const StageLine&, const StageLine&) = default;
};

/// `recipe` is one of RoPE; positions start .. start + context - 1. Formats that torch cannot cast
/// to are written as rounded(x, "tf32").
[[nodiscard]] std::vector<StageLine> ropeCode(const Recipe& recipe, const NumberFormat& model,
                                              const RopeShape& shape, std::int64_t start,
                                              std::int64_t context);

/// `recipe` is one of ALiBi; heads >= 1, context >= 1.
[[nodiscard]] std::vector<StageLine> alibiCode(const Recipe& recipe, const NumberFormat& model,
                                               std::int64_t heads, double maxBias,
                                               std::int64_t context);

}  // namespace poscope
