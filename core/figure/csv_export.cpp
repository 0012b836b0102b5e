// A layer as csv.
#include <algorithm>

#include "core/base/numbers.h"
#include "core/figure/data_export.h"
#include "core/figure/figure_tables.h"
#include "core/figure/named_layers.h"

namespace poscope {
namespace {

// RFC 4180: quotes around a field that needs them, doubled inside.
std::string quoted(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(field);
  }
  std::string result = "\"";
  for (const char c : field) {
    result += c;
    if (c == '"') {
      result += '"';
    }
  }
  return result + '"';
}

std::string heatCsv(const LayerData& data, const Axis& rowAxis, Language language) {
  std::string text = quoted(renderPlain(rowAxis.title, language));
  for (const double column : data.columnAxis) {
    text += ',' + exactDecimal(column);
  }
  text += '\n';
  const auto columns = static_cast<std::size_t>(data.columns);
  for (std::size_t row = 0; row < data.rowAxis.size(); ++row) {
    text += exactDecimal(data.rowAxis[row]);
    for (std::size_t column = 0; column < columns; ++column) {
      text += ',' + exactDecimal(data.values[row * columns + column]);
    }
    text += '\n';
  }
  return text;
}

// A band is two series over the same x.
void appendSeries(std::string& text, const LayerData& data,
                  std::span<const std::string_view> columns) {
  for (std::size_t column = 1; column < columns.size(); ++column) {
    std::string name = data.name;
    if (columns.size() > 2) {
      name += '.';
      name += columns[column];
    }
    name = quoted(name);
    for (std::size_t row = 0; row < static_cast<std::size_t>(data.rows); ++row) {
      const double* point = &data.values[row * columns.size()];
      text += name + ',' + exactDecimal(point[0]) + ',' + exactDecimal(point[column]) + '\n';
    }
  }
}

Result<std::string> seriesCsv(std::span<const NamedLayer> layers, const std::stop_token& stop) {
  std::string text = "series,x,y\n";
  for (const NamedLayer& layer : layers) {
    POSCOPE_TRY(auto data, readLayer(layer, kMostCsvCells, stop));
    appendSeries(text, data, seriesColumns(layer));
  }
  return text;
}

std::string tableCsv(const Panel& panel, Language language) {
  const WordTable table = wordTable(panel, language);
  std::string text;
  const auto appendLine = [&](const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      text += (i == 0 ? "" : ",") + quoted(fields[i]);
    }
    text += '\n';
  };
  appendLine(table.columns);
  std::for_each(table.rows.begin(), table.rows.end(), appendLine);
  return text;
}

// The series that belong into one table: the named one, or all of the main layer's panel.
std::vector<NamedLayer> seriesOf(const Figure& figure, const NamedLayer& main, bool onlyThis) {
  if (onlyThis) {
    return {main};
  }
  std::vector<NamedLayer> series;
  for (const NamedLayer& layer : namedLayers(figure)) {
    if (layer.plot == main.plot && !seriesColumns(layer).empty()) {
      series.push_back(layer);
    }
  }
  return series;
}

}  // namespace

Result<std::string> figureCsv(const Figure& figure, std::string_view layer, Language language,
                              const std::stop_token& stop) {
  POSCOPE_TRY(const auto chosen, findLayer(figure, layer));
  if (chosen.table != nullptr) {
    return tableCsv(*chosen.table, language);
  }
  if (!seriesColumns(chosen).empty()) {
    return seriesCsv(seriesOf(figure, chosen, !layer.empty()), stop);
  }
  return readLayer(chosen, kMostCsvCells, stop).map([&](const LayerData& data) {
    return heatCsv(data, chosen.plot->y, language);
  });
}

DataFormat csvFormat() {
  return {"csv", kMostCsvCells, figureCsv};
}

}  // namespace poscope
