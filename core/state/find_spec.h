// A parameter of a schema by its name.
#pragma once

#include <algorithm>
#include <string_view>

#include "core/state/params.h"

namespace poscope {

/// nullptr for a name that the schema does not have, such as that of a stage.
[[nodiscard]] inline const ParameterSpec* findSpec(const Schema& schema, std::string_view name) {
  const auto found = std::find_if(schema.begin(), schema.end(),
                                  [&](const ParameterSpec& spec) { return spec.name == name; });
  return found == schema.end() ? nullptr : &*found;
}

}  // namespace poscope
