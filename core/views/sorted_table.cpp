#include "core/views/sorted_table.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace poscope {
namespace {

// What a cell is sorted by; nothing for a cell without a value.
using SortKey = std::optional<std::pair<double, std::string>>;

SortKey keyOf(const CellValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return std::pair(static_cast<double>(*integer), std::string());
  }
  if (const auto* real = std::get_if<double>(&value)) {
    return std::pair(*real, std::string());
  }
  if (const auto* flag = std::get_if<bool>(&value)) {
    return std::pair(*flag ? 1.0 : 0.0, std::string());
  }
  const auto* words = std::get_if<std::string>(&value);
  if (words == nullptr) {
    return std::nullopt;
  }
  std::string small = *words;
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return std::pair(0.0, std::move(small));
}

bool comesBefore(const SortKey& left, const SortKey& right, bool descending) {
  if (!left || !right) {
    return left.has_value() && !right.has_value();
  }
  return descending ? *right < *left : *left < *right;
}

void sortRows(TablePanel& table, std::size_t column, bool descending) {
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [column, descending](const TableRow& left, const TableRow& right) {
                     return comesBefore(keyOf(left.cells[column].value),
                                        keyOf(right.cells[column].value), descending);
                   });
}

}  // namespace

void sortTable(TablePanel& table, const Params& params, const SortParameters& by) {
  const std::string& chosen = params.text(by.column);
  const bool descending = params.flag(by.descending);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    TableColumn& column = table.columns[c];
    if (column.data.name == chosen) {
      column.title = {descending ? "plot.heading.descending" : "plot.heading.ascending",
                      {{"title", column.title}}};
      sortRows(table, c, descending);
    }
  }
}

}  // namespace poscope
