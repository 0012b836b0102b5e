// A layer as tsv, which spreadsheets paste.
#include <algorithm>

#include "core/figure/data_export.h"
#include "core/figure/grid_text.h"

namespace poscope {
namespace {

// text/tab-separated-values knows no quotes: a field holds neither tabs nor ends of lines.
std::string oneLine(std::string_view field) {
  std::string result(field);
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; },
      ' ');
  return result;
}

constexpr FieldRules kRules{'\t', oneLine};

Result<void> writeTsv(const Figure& figure, const DataRequest& request, const WriteBytes& write,
                      const DataControl& control) {
  return writeGrid(figure, request, kRules, write, control);
}

}  // namespace

Result<std::string> tabSeparated(const DataGrid& grid, const IndexRange& rows,
                                 const IndexRange& columns, bool headings,
                                 const std::stop_token& stop) {
  std::string text;
  const WriteBytes keep = [&text](std::string_view more) -> Result<void> {
    text += more;
    return {};
  };
  return writeCells(grid, rows, columns, headings, kRules, keep, {{}, stop}).map([&] {
    return std::move(text);
  });
}

DataFormat tsvFormat() {
  return {"tsv", checkGrid, writeTsv};
}

}  // namespace poscope
