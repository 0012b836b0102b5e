#include "core/figure/figure_tables.h"

#include <array>

namespace poscope {
namespace {

std::string bitText(const std::vector<Bit>& bits) {
  std::string text;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (i > 0 && bits[i].part != bits[i - 1].part) {
      text += '|';
    }
    text += bits[i].set ? '1' : '0';
  }
  return text;
}

DataCell cellOf(const TableCell& cell, Language language) {
  if (!std::holds_alternative<std::monostate>(cell.value)) {
    return cell.value;
  }
  return cell.text.empty() ? DataCell() : DataCell(renderPlain(cell.text, language));
}

DataTable tableOf(const TablePanel& panel, Language language) {
  DataTable table;
  for (const TableColumn& column : panel.columns) {
    table.columns.push_back(columnName(column.data));
  }
  for (const TableRow& row : panel.rows) {
    std::vector<DataCell>& cells = table.rows.emplace_back();
    for (const TableCell& cell : row.cells) {
      cells.push_back(cellOf(cell, language));
    }
  }
  return table;
}

DataTable tableOf(const BitsPanel& panel) {
  DataTable table;
  for (const DataName& column : panel.columns) {
    table.columns.push_back(columnName(column));
  }
  table.columns.emplace_back("bits");
  for (const BitsRow& row : panel.rows) {
    std::vector<DataCell>& cells = table.rows.emplace_back(row.values);
    cells.emplace_back(bitText(row.bits));
  }
  return table;
}

DataTable tableOf(const ClockPanel& panel) {
  DataTable table;
  for (const DataName& column : panel.columns) {
    table.columns.push_back(columnName(column));
  }
  for (const ClockFace& face : panel.faces) {
    table.rows.emplace_back(face.values);
  }
  return table;
}

// In the order of CodeChange.
constexpr std::array<const char*, 3> kChangeNames{"kept", "removed", "added"};

DataTable tableOf(const CodePanel& panel, Language language) {
  DataTable table;
  table.columns = {"line", "code", "change", "subject", "chosen", "note"};
  std::int64_t number = 0;
  for (const CodeLine& line : panel.lines) {
    const auto filled = [](std::string words) {
      return words.empty() ? DataCell() : DataCell(std::move(words));
    };
    table.rows.push_back(
        {++number, line.text, std::string(kChangeNames[static_cast<std::size_t>(line.change)]),
         filled(line.subject), line.selected,
         filled(line.note.empty() ? std::string() : renderPlain(line.note, language))});
  }
  return table;
}

}  // namespace

DataTable dataTable(const Panel& panel, Language language) {
  if (const auto* words = std::get_if<TablePanel>(&panel)) {
    return tableOf(*words, language);
  }
  if (const auto* code = std::get_if<CodePanel>(&panel)) {
    return tableOf(*code, language);
  }
  if (const auto* clocks = std::get_if<ClockPanel>(&panel)) {
    return tableOf(*clocks);
  }
  const auto* bits = std::get_if<BitsPanel>(&panel);
  return bits == nullptr ? DataTable() : tableOf(*bits);
}

}  // namespace poscope
