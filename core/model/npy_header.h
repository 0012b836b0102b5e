// The header of a .npy file: a Python dictionary, read by a parser of its own that knows nothing
// but what numpy writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace poscope {

struct NpyHeader {
  std::string descr;  ///< "<f4"; empty when the type is a structure (a list of fields).
  bool fortranOrder = false;
  std::vector<std::int64_t> shape;
};

/// Parses "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 6), }" and padding. Keys in any
/// order, either kind of quotes, Python 2's "3L". Errors name the file and the place in the header.
[[nodiscard]] Result<NpyHeader> parseNpyHeader(std::string_view header, std::string_view fileName);

}  // namespace poscope
