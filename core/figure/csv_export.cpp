// A layer as csv.
#include <algorithm>

#include "core/base/numbers.h"
#include "core/figure/data_export.h"
#include "core/figure/figure_tables.h"
#include "core/figure/layer_part.h"

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

// "position [tokens] \ dimension : value (formula fp32)": both axes, and what the cells are.
std::string corner(const LayerPart& part) {
  return columnName(part.rowAxis()) + " \\ " + columnName(part.columnAxis()) + " : " +
         columnName(part.quantity()) + (part.of().empty() ? "" : " (" + part.of() + ")");
}

Result<void> writeHeat(const LayerPart& part, TextSink& sink, DataProgress& progress) {
  sink.text += quoted(corner(part));
  for (std::int64_t column = 0; column < part.columns(); ++column) {
    sink.text += ',';
    appendExact(sink.text, part.columnValue(column));
  }
  sink.text += '\n';
  return eachBlock(part, progress, [&](std::int64_t row, std::span<const double> values) {
    for (; !values.empty(); values = values.subspan(static_cast<std::size_t>(part.columns()))) {
      appendExact(sink.text, part.rowValue(row++));
      for (const double value : values.first(static_cast<std::size_t>(part.columns()))) {
        sink.text += ',';
        appendExact(sink.text, value);
      }
      sink.text += '\n';
    }
    return sink.flushIfFull();
  });
}

// "a.score (module-cast bf16)", "spread.low.score".
std::string seriesTitle(const LayerPart& part, std::string_view column) {
  std::string title = part.layer().name;
  title += part.seriesColumns().size() > 1 ? "." + std::string(column) : "";
  title += part.quantity().name.empty() ? "" : "." + part.quantity().name;
  title += part.of().empty() ? "" : " (" + part.of() + ")";
  return columnName({title, part.quantity().unit});
}

// The points of one series in order.
class SeriesReader {
 public:
  explicit SeriesReader(const LayerPart& part) : part_(part) {}

  /// x and what stands over it; empty after the last point.
  [[nodiscard]] std::span<const double> point() const {
    const auto width = static_cast<std::size_t>(part_.columns());
    return row_ < part_.rows()
               ? std::span(block_).subspan(static_cast<std::size_t>(row_ - first_) * width, width)
               : std::span<const double>();
  }
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(part_.columns()) - 1; }

  /// Makes the first point there; after that next() goes on to the one behind.
  Result<void> start(const std::stop_token& stop) { return load(stop); }
  Result<void> next(const std::stop_token& stop) {
    ++row_;
    return row_ < end_ || row_ >= part_.rows() ? Result<void>() : load(stop);
  }

 private:
  Result<void> load(const std::stop_token& stop) {
    first_ = row_;
    end_ = std::min(row_ + part_.rowsAtOnce(), part_.rows());
    block_.resize(static_cast<std::size_t>((end_ - first_) * part_.columns()));
    return part_.read(first_, end_ - first_, block_, stop);
  }

  const LayerPart& part_;
  std::vector<double> block_;
  std::int64_t first_ = 0;
  std::int64_t row_ = 0;
  std::int64_t end_ = 0;
};

void appendTitles(const std::vector<LayerPart>& parts, std::string& text) {
  text += quoted(columnName(parts.front().rowAxis()));
  for (const LayerPart& part : parts) {
    for (const std::string_view column : part.seriesColumns()) {
      text += ',' + quoted(seriesTitle(part, column));
    }
  }
  text += '\n';
}

// The least x that a series is at; nothing when all have ended.
std::optional<double> nextX(const std::vector<SeriesReader>& readers) {
  std::optional<double> x;
  for (const SeriesReader& reader : readers) {
    if (const auto point = reader.point(); !point.empty()) {
      x = x ? std::min(*x, point[0]) : point[0];
    }
  }
  return x;
}

// A row for each x that a series has; a series without that x leaves its fields empty.
Result<void> writeSeries(const std::vector<LayerPart>& parts, TextSink& sink,
                         DataProgress& progress) {
  appendTitles(parts, sink.text);
  std::vector<SeriesReader> readers(parts.begin(), parts.end());
  for (SeriesReader& reader : readers) {
    POSCOPE_CHECK(reader.start(progress.stop()));
  }
  while (const auto x = nextX(readers)) {
    appendExact(sink.text, *x);
    std::int64_t numbers = 0;
    for (SeriesReader& reader : readers) {
      const auto point = reader.point();
      const bool here = !point.empty() && point[0] == *x;
      for (std::size_t k = 1; k <= reader.width(); ++k) {
        sink.text += ',';
        if (here) {
          appendExact(sink.text, point[k]);
        }
      }
      if (here) {
        numbers += static_cast<std::int64_t>(point.size());
        POSCOPE_CHECK(reader.next(progress.stop()));
      }
    }
    sink.text += '\n';
    progress.add(numbers);
    POSCOPE_CHECK(sink.flushIfFull());
  }
  return {};
}

// Words in English, whatever the language: scripts read them.
std::string cellText(const DataCell& cell) {
  return std::visit(
      [&](const auto& value) -> std::string {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, bool>) {
          return value ? "true" : "false";
        } else if constexpr (std::is_same_v<Value, std::int64_t>) {
          return std::to_string(value);
        } else if constexpr (std::is_same_v<Value, double>) {
          return exactDecimal(value);
        } else if constexpr (std::is_same_v<Value, std::string>) {
          return value;
        } else {
          return {};
        }
      },
      cell);
}

void appendTable(const DataTable& table, std::string& text) {
  const auto appendLine = [&](const auto& fields, auto textOf) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      text += (i == 0 ? "" : ",") + quoted(textOf(fields[i]));
    }
    text += '\n';
  };
  appendLine(table.columns, [](const std::string& name) { return name; });
  for (const std::vector<DataCell>& row : table.rows) {
    appendLine(row, cellText);
  }
}

Result<DataSummary> check(const Figure& figure, const DataRequest& request) {
  POSCOPE_TRY(const auto parts, tableParts(figure, request));
  return checkedNumbers(parts, request).map([](std::int64_t numbers) {
    return DataSummary{numbers, {}};
  });
}

Result<void> writeCsv(const Figure& figure, const DataRequest& request, const WriteBytes& write,
                      const DataControl& control) {
  POSCOPE_TRY(const auto parts, tableParts(figure, request));
  POSCOPE_TRY(const std::int64_t numbers, checkedNumbers(parts, request));
  DataProgress progress(control, numbers);
  TextSink sink(write);
  const NamedLayer& main = parts.front().layer();
  if (main.isTable()) {
    appendTable(dataTable(*main.table, Language::english), sink.text);
  } else {
    POSCOPE_CHECK(main.isSeries() ? writeSeries(parts, sink, progress)
                                  : writeHeat(parts.front(), sink, progress));
  }
  return control.stop.stop_requested() ? Result<void>(cancelled()) : sink.flush();
}

}  // namespace

DataFormat csvFormat() {
  return {"csv", check, writeCsv};
}

}  // namespace poscope
