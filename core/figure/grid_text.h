// A table as lines of fields: what csv and tsv share.
#pragma once

#include <string>
#include <string_view>

#include "core/figure/data_export.h"
#include "core/figure/data_grid.h"

namespace poscope {

/// How fields are told apart.
struct FieldRules {
  char separator;
  /// A field of words as it is written.
  std::string (*field)(std::string_view words);
};

/// As DataFormat::check and DataFormat::write.
[[nodiscard]] Result<DataSummary> checkGrid(const Figure& figure, const DataRequest& request);
[[nodiscard]] Result<void> writeGrid(const Figure& figure, const DataRequest& request,
                                     const FieldRules& rules, const WriteBytes& write,
                                     const DataControl& control);

/// A part of a table as tsv has it; the ranges have steps of 1.
[[nodiscard]] Result<std::string> tabSeparated(const DataGrid& grid, const IndexRange& rows,
                                               const IndexRange& columns, bool headings,
                                               const std::stop_token& stop);

/// Lines of fields; `headings` above.
[[nodiscard]] Result<void> writeCells(const DataGrid& grid, const IndexRange& rows,
                                      const IndexRange& columns, bool headings,
                                      const FieldRules& rules, const WriteBytes& write,
                                      const DataControl& control);

}  // namespace poscope
