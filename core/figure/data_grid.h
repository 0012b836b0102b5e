// What a csv file holds, as rows and columns of cells: files are written from it, and the window
// shows a picture as a table of it.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/slice.h"
#include "core/figure/data_export.h"
#include "core/figure/figure_tables.h"

namespace poscope {

/// Numbers are computed when they are read. Immutable.
class DataGrid {
 public:
  /// The figure outlives it. Usage errors: as DataFormat::check.
  [[nodiscard]] static Result<DataGrid> make(const Figure& figure, const DataRequest& request);
  DataGrid(DataGrid&&) noexcept;
  DataGrid& operator=(DataGrid&&) noexcept;
  ~DataGrid();

  [[nodiscard]] std::int64_t rows() const;
  /// The axis first: a heat map's rows, a series' x.
  [[nodiscard]] std::int64_t columns() const;
  /// "position [tokens]"; of a heat map's cells the value of the column axis.
  [[nodiscard]] std::string heading(std::int64_t column) const;
  /// Whether the cell does not exist: right of the diagonal of a causal matrix.
  [[nodiscard]] bool masked(std::int64_t row, std::int64_t column) const;
  /// Rows that make a block of a size that is worth a call and does not hold up a stop.
  [[nodiscard]] std::int64_t rowsAtOnce() const;
  /// Row by row; nothing in a cell where a series has no point. Both ranges have steps of 1. Errors
  /// as CellSource::cells.
  [[nodiscard]] Result<std::vector<DataCell>> read(const IndexRange& rows,
                                                   const IndexRange& columns,
                                                   const std::stop_token& stop) const;

  class Body;

 private:
  explicit DataGrid(std::unique_ptr<const Body> body);
  std::unique_ptr<const Body> body_;
};

/// Appends a cell as files have it: exactDecimal, "true", an id; nothing for an empty one.
void appendCell(std::string& text, const DataCell& cell);

}  // namespace poscope
