// Which RoPE and which recipe a dumped cos/sin table comes from.
#pragma once

#include <optional>

#include "core/audit/dumped_table.h"
#include "core/encoding/rope_scaling.h"
#include "core/recipe/recipe.h"

namespace poscope {

struct TableFit {
  RopeShape shape;                 ///< Without a scaling, or with a linear one.
  const Recipe* recipe = nullptr;  ///< The public code that most rows equal.
  std::int64_t equalRows = 0;
};

/// The base, and the factor of a linear scaling, whose exact angles lie nearest; nothing when the
/// frequencies are no powers of one base (another scaling, or no RoPE).
[[nodiscard]] std::optional<RopeShape> fitShape(const DumpedTable& table);

/// Rows count as equal when every number is (in fp32 and wider: within one step of 1, which is what
/// cosines of different libraries differ by).
/// `only`: this recipe alone; nullptr: all public code.
[[nodiscard]] Result<TableFit> fitRecipe(const DumpedTable& table, const RopeShape& shape,
                                         const Recipe* only);

}  // namespace poscope
