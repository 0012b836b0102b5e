#include "core/figure/grid_text.h"

#include <algorithm>

#include "core/figure/data_grid.h"
#include "core/figure/layer_part.h"

namespace poscope {
namespace {

void appendField(std::string& text, const DataCell& cell, const FieldRules& rules) {
  if (const auto* words = std::get_if<std::string>(&cell)) {
    text += rules.field(*words);
  } else {
    appendCell(text, cell);
  }
}

}  // namespace

Result<DataSummary> checkGrid(const Figure& figure, const DataRequest& request) {
  POSCOPE_TRY(const auto parts, tableParts(figure, request));
  return checkedNumbers(parts, request).map([](std::int64_t numbers) {
    return DataSummary{numbers, {}};
  });
}

Result<void> writeCells(const DataGrid& grid, const IndexRange& rows, const IndexRange& columns,
                        bool headings, const FieldRules& rules, const WriteBytes& write,
                        const DataControl& control) {
  DataProgress progress(control, rows.count * columns.count);
  TextSink sink(write);
  const auto endField = [&](std::int64_t column) {
    sink.text += column + 1 == columns.count ? '\n' : rules.separator;
  };
  for (std::int64_t column = 0; headings && column < columns.count; ++column) {
    sink.text += rules.field(grid.heading(columns.at(column)));
    endField(column);
  }
  const std::int64_t atOnce = grid.rowsAtOnce();
  for (std::int64_t first = 0; first < rows.count; first += atOnce) {
    const IndexRange part{rows.at(first), 1, std::min(atOnce, rows.count - first)};
    POSCOPE_TRY(const auto cells, grid.read(part, columns, control.stop));
    for (std::size_t at = 0; at < cells.size(); ++at) {
      appendField(sink.text, cells[at], rules);
      endField(static_cast<std::int64_t>(at) % columns.count);
    }
    POSCOPE_CHECK(sink.flushIfFull());
    progress.add(part.count * columns.count);
  }
  return control.stop.stop_requested() ? Result<void>(cancelled()) : sink.flush();
}

// Words in English, whatever the language: scripts read them.
Result<void> writeGrid(const Figure& figure, const DataRequest& request, const FieldRules& rules,
                       const WriteBytes& write, const DataControl& control) {
  POSCOPE_CHECK(checkGrid(figure, request));
  DataRequest english = request;
  english.language = Language::english;
  POSCOPE_TRY(const DataGrid grid, DataGrid::make(figure, english));
  return writeCells(grid, {0, 1, grid.rows()}, {0, 1, grid.columns()}, true, rules, write, control);
}

}  // namespace poscope
