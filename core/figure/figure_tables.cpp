#include "core/figure/figure_tables.h"

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

}  // namespace

WordTable wordTable(const Panel& panel, Language language) {
  WordTable table;
  if (const auto* words = std::get_if<TablePanel>(&panel)) {
    for (const Text& column : words->columns) {
      table.columns.push_back(renderPlain(column, language));
    }
    for (const TableRow& row : words->rows) {
      std::vector<std::string>& cells = table.rows.emplace_back();
      for (const TableCell& cell : row.cells) {
        cells.push_back(renderPlain(cell.text, language));
      }
    }
  }
  if (const auto* bits = std::get_if<BitsPanel>(&panel)) {
    for (const char* column :
         {"export.bits.name", "export.bits.value", "export.bits.detail", "export.bits.bits"}) {
      table.columns.push_back(renderPlain(column, language));
    }
    for (const BitsRow& row : bits->rows) {
      table.rows.push_back({renderPlain(row.label, language), renderPlain(row.value, language),
                            renderPlain(row.detail, language), bitText(row.bits)});
    }
  }
  return table;
}

}  // namespace poscope
