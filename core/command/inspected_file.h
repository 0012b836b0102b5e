// What `poscope inspect` has read of an array file, and how it is printed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/command/inspect_slice.h"
#include "core/model/array_values.h"

namespace poscope {

struct ListedArray {
  ArrayInfo info;
  std::optional<ArraySummary> summary;  ///< None: not asked for, or no numbers that can be read.
};

struct InspectedFile {
  std::string name;
  ArrayFile file;
  bool header = false;              ///< Nothing but headers was asked for.
  std::vector<ListedArray> arrays;  ///< Of the file's: those asked for.
  std::optional<ArraySlice> slice;
};

[[nodiscard]] std::string inspectedText(const InspectedFile& inspected, Language language);
[[nodiscard]] std::string inspectedJson(const InspectedFile& inspected, Language language);

}  // namespace poscope
