#include "core/figure/data_grid.h"

#include <algorithm>
#include <cmath>
#include <compare>

#include "core/base/numbers.h"
#include "core/figure/layer_part.h"

namespace poscope {

class DataGrid::Body {
 public:
  Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  virtual ~Body() = default;
  [[nodiscard]] virtual std::int64_t rows() const = 0;
  [[nodiscard]] virtual std::int64_t columns() const = 0;
  [[nodiscard]] virtual std::string heading(std::int64_t column) const = 0;
  [[nodiscard]] virtual bool masked(std::int64_t /*row*/, std::int64_t /*column*/) const {
    return false;
  }
  /// `out` has a place for each cell, empty at first.
  [[nodiscard]] virtual Result<void> read(const IndexRange& rows, const IndexRange& columns,
                                          std::span<DataCell> out,
                                          const std::stop_token& stop) const = 0;
};

namespace {

constexpr std::int64_t kBlock = std::int64_t{1} << 16;  // Cells.

// "position [tokens] \ dimension : value (formula fp32)": both axes, and what the cells are.
std::string corner(const LayerPart& part) {
  return columnName(part.rowAxis()) + " \\ " + columnName(part.columnAxis()) + " : " +
         columnName(part.quantity()) + (part.of().empty() ? "" : " (" + part.of() + ")");
}

// "a.score (module-cast bf16)", "spread.low.score".
std::string seriesTitle(const LayerPart& part, std::string_view column) {
  std::string title = part.layer().name;
  title += part.seriesColumns().size() > 1 ? "." + std::string(column) : "";
  title += part.quantity().name.empty() ? "" : "." + part.quantity().name;
  title += part.of().empty() ? "" : " (" + part.of() + ")";
  return columnName({title, part.quantity().unit});
}

class HeatGrid final : public DataGrid::Body {
 public:
  explicit HeatGrid(LayerPart part) : part_(std::move(part)) {}

  std::int64_t rows() const override { return part_.rows(); }
  std::int64_t columns() const override { return part_.columns() + 1; }
  std::string heading(std::int64_t column) const override {
    return column == 0 ? corner(part_) : exactDecimal(part_.columnValue(column - 1));
  }
  bool masked(std::int64_t row, std::int64_t column) const override {
    return column > 0 && part_.layer().heat()->causal &&
           part_.columnValue(column - 1) > part_.rowValue(row);
  }

  Result<void> read(const IndexRange& rows, const IndexRange& columns, std::span<DataCell> out,
                    const std::stop_token& stop) const override {
    const std::int64_t axis = columns.first == 0 ? 1 : 0;  // Columns of the axis: the first one.
    const IndexRange cells{columns.first + axis - 1, 1, columns.count - axis};
    std::vector<double> values(static_cast<std::size_t>(rows.count * cells.count));
    if (!values.empty()) {
      POSCOPE_CHECK(part_.readColumns(rows, cells, values, stop));
    }
    auto to = out.begin();
    auto from = values.begin();
    for (std::int64_t row = 0; row < rows.count; ++row) {
      if (axis > 0) {
        *to++ = part_.rowValue(rows.at(row));
      }
      to = std::copy(from, from + cells.count, to);
      from += cells.count;
    }
    return {};
  }

 private:
  LayerPart part_;
};

// A row of series: an x, and which of the points that a series has there.
struct RowKey {
  double x = 0;
  std::int64_t repeat = 0;

  friend bool operator==(const RowKey&, const RowKey&) = default;
  friend bool operator<(const RowKey& a, const RowKey& b) {
    return a.x < b.x || (a.x == b.x && a.repeat < b.repeat);
  }
};

// x values at equal steps, as those of a source are.
struct EvenSteps {
  double first = 0;
  double step = 1;
  std::int64_t count = 0;

  [[nodiscard]] double at(std::int64_t k) const { return first + static_cast<double>(k) * step; }
  /// How many are below `x`.
  [[nodiscard]] std::int64_t below(double x) const {
    const double steps = std::ceil((x - first) / step);
    return static_cast<std::int64_t>(std::clamp(steps, 0.0, static_cast<double>(count)));
  }
  [[nodiscard]] bool holds(double x) const {
    const std::int64_t k = below(x);
    return k < count && at(k) == x;
  }
  /// Whether both together are even steps again.
  [[nodiscard]] bool joins(const EvenSteps& other) const {
    const double apart = (other.first - first) / step;
    return other.step == step && apart == std::floor(apart) &&
           apart <= static_cast<double>(count) && apart >= -static_cast<double>(other.count);
  }
  void join(const EvenSteps& other) {
    const double begin = std::min(first, other.first);
    const double end = std::max(at(count), other.at(other.count));
    *this = {begin, step, static_cast<std::int64_t>(std::llround((end - begin) / step))};
  }
};

// Which rows a table of series has: one for each x of any of them. The points of sources are not
// listed one by one, so a million of them cost nothing.
class SeriesRows {
 public:
  explicit SeriesRows(const std::vector<LayerPart>& parts) {
    for (const LayerPart& part : parts) {
      const auto steps = part.evenSteps();
      const EvenSteps even{part.rows() > 0 ? part.rowValue(0) : 0, steps.value_or(1), part.rows()};
      if (steps && part.rows() > 0 && (even_.count == 0 || even_.joins(even))) {
        even_.count == 0 ? void(even_ = even) : even_.join(even);
      } else {
        list(part);
      }
    }
    std::erase_if(listed_,
                  [this](const RowKey& key) { return key.repeat == 0 && even_.holds(key.x); });
    std::sort(listed_.begin(), listed_.end());
    listed_.erase(std::unique(listed_.begin(), listed_.end()), listed_.end());
    for (const RowKey& key : listed_) {
      const std::int64_t before = even_.below(key.x) + (even_.holds(key.x) ? 1 : 0);
      listedRows_.push_back(static_cast<std::int64_t>(listedRows_.size()) + before);
    }
  }

  [[nodiscard]] std::int64_t count() const {
    return even_.count + static_cast<std::int64_t>(listed_.size());
  }
  [[nodiscard]] RowKey at(std::int64_t row) const {
    const auto found = std::lower_bound(listedRows_.begin(), listedRows_.end(), row);
    const auto before = found - listedRows_.begin();
    return found != listedRows_.end() && *found == row
               ? listed_[static_cast<std::size_t>(before)]
               : RowKey{even_.at(row - static_cast<std::int64_t>(before)), 0};
  }

 private:
  void list(const LayerPart& part) {
    for (std::int64_t row = 0; row < part.rows(); ++row) {
      const double x = part.rowValue(row);
      const bool again = row > 0 && part.rowValue(row - 1) == x;
      listed_.push_back({x, again ? listed_.back().repeat + 1 : 0});
    }
  }

  EvenSteps even_;
  std::vector<RowKey> listed_;
  std::vector<std::int64_t> listedRows_;
};

// The row of a part that stands at a key, or would stand behind it.
std::int64_t partRow(const LayerPart& part, const RowKey& key) {
  const auto firstNotBelow = [&](double x) {
    std::int64_t low = 0;
    std::int64_t high = part.rows();
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      part.rowValue(middle) < x ? low = middle + 1 : high = middle;
    }
    return low;
  };
  std::int64_t row = firstNotBelow(key.x);
  for (std::int64_t k = 0; k < key.repeat && row < part.rows() && part.rowValue(row) == key.x;
       ++k) {
    ++row;
  }
  return row;
}

// Series beside each other over one axis.
class SeriesGrid final : public DataGrid::Body {
 public:
  explicit SeriesGrid(std::vector<LayerPart> parts) : parts_(std::move(parts)), rows_(parts_) {
    std::int64_t column = 1;
    for (const LayerPart& part : parts_) {
      firstColumns_.push_back(column);
      column += part.columns() - 1;
    }
    columns_ = column;
  }

  std::int64_t rows() const override { return rows_.count(); }
  std::int64_t columns() const override { return columns_; }
  std::string heading(std::int64_t column) const override {
    if (column == 0) {
      return columnName(parts_.front().rowAxis());
    }
    const auto next = std::upper_bound(firstColumns_.begin(), firstColumns_.end(), column);
    const auto part = static_cast<std::size_t>(next - firstColumns_.begin()) - 1;
    const auto own = static_cast<std::size_t>(column - firstColumns_[part]);
    return seriesTitle(parts_[part], parts_[part].seriesColumns()[own]);
  }

  Result<void> read(const IndexRange& rows, const IndexRange& columns, std::span<DataCell> out,
                    const std::stop_token& stop) const override {
    std::vector<RowKey> keys;
    for (std::int64_t row = 0; row < rows.count; ++row) {
      keys.push_back(rows_.at(rows.at(row)));
      if (columns.first == 0) {
        out[static_cast<std::size_t>(row * columns.count)] = keys.back().x;
      }
    }
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      POSCOPE_CHECK(readPart(part, keys, columns, out, stop));
    }
    return {};
  }

 private:
  // The points of a part between the first and the last key lie beside each other.
  Result<void> readPart(std::size_t index, const std::vector<RowKey>& keys,
                        const IndexRange& columns, std::span<DataCell> out,
                        const std::stop_token& stop) const {
    const LayerPart& part = parts_[index];
    const std::int64_t column = firstColumns_[index];
    const std::int64_t width = part.columns();
    if (keys.empty() || column >= columns.first + columns.count ||
        column + width - 1 <= columns.first) {
      return {};
    }
    const std::int64_t first = partRow(part, keys.front());
    const std::int64_t last = partRow(part, keys.back());
    const std::int64_t end = std::min(last + 1, part.rows());
    std::vector<double> values(
        static_cast<std::size_t>(std::max<std::int64_t>(0, end - first) * width));
    POSCOPE_CHECK(part.read(first, std::max<std::int64_t>(0, end - first), values, stop));
    std::int64_t row = first;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      if (row >= end || part.rowValue(row) != keys[k].x) {
        continue;
      }
      for (std::int64_t own = 1; own < width; ++own) {
        const std::int64_t at = column + own - 1 - columns.first;
        if (at >= 0 && at < columns.count) {
          out[k * static_cast<std::size_t>(columns.count) + static_cast<std::size_t>(at)] =
              values[static_cast<std::size_t>((row - first) * width + own)];
        }
      }
      ++row;
    }
    return {};
  }

  std::vector<LayerPart> parts_;
  SeriesRows rows_;
  std::vector<std::int64_t> firstColumns_;  // Of each part.
  std::int64_t columns_ = 1;
};

class WordGrid final : public DataGrid::Body {
 public:
  explicit WordGrid(DataTable table) : table_(std::move(table)) {}

  std::int64_t rows() const override { return static_cast<std::int64_t>(table_.rows.size()); }
  std::int64_t columns() const override { return static_cast<std::int64_t>(table_.columns.size()); }
  std::string heading(std::int64_t column) const override {
    return table_.columns[static_cast<std::size_t>(column)];
  }

  Result<void> read(const IndexRange& rows, const IndexRange& columns, std::span<DataCell> out,
                    const std::stop_token& /*stop*/) const override {
    auto to = out.begin();
    for (std::int64_t row = 0; row < rows.count; ++row) {
      const std::vector<DataCell>& cells = table_.rows[static_cast<std::size_t>(rows.at(row))];
      for (std::int64_t column = 0; column < columns.count; ++column, ++to) {
        const auto index = static_cast<std::size_t>(columns.at(column));
        *to = index < cells.size() ? cells[index] : DataCell();
      }
    }
    return {};
  }

 private:
  DataTable table_;
};

}  // namespace

DataGrid::DataGrid(std::unique_ptr<const Body> body) : body_(std::move(body)) {}
DataGrid::DataGrid(DataGrid&&) noexcept = default;
DataGrid& DataGrid::operator=(DataGrid&&) noexcept = default;
DataGrid::~DataGrid() = default;

Result<DataGrid> DataGrid::make(const Figure& figure, const DataRequest& request) {
  POSCOPE_TRY(auto parts, tableParts(figure, request));
  const NamedLayer& main = parts.front().layer();
  if (main.isTable()) {
    return DataGrid(std::make_unique<WordGrid>(dataTable(*main.table, request.language)));
  }
  if (main.isSeries()) {
    return DataGrid(std::make_unique<SeriesGrid>(std::move(parts)));
  }
  return DataGrid(std::make_unique<HeatGrid>(std::move(parts.front())));
}

std::int64_t DataGrid::rows() const {
  return body_->rows();
}

std::int64_t DataGrid::columns() const {
  return body_->columns();
}

std::string DataGrid::heading(std::int64_t column) const {
  return body_->heading(column);
}

bool DataGrid::masked(std::int64_t row, std::int64_t column) const {
  return body_->masked(row, column);
}

std::int64_t DataGrid::rowsAtOnce() const {
  return std::max<std::int64_t>(1, kBlock / std::max<std::int64_t>(1, columns()));
}

Result<std::vector<DataCell>> DataGrid::read(const IndexRange& rows, const IndexRange& columns,
                                             const std::stop_token& stop) const {
  if (stop.stop_requested()) {
    return cancelled();
  }
  std::vector<DataCell> cells(static_cast<std::size_t>(rows.count * columns.count));
  POSCOPE_CHECK(body_->read(rows, columns, cells, stop));
  return cells;
}

void appendCell(std::string& text, const DataCell& cell) {
  if (const auto* number = std::get_if<double>(&cell)) {
    appendExact(text, *number);
  } else if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
    text += std::to_string(*integer);
  } else if (const auto* truth = std::get_if<bool>(&cell)) {
    text += *truth ? "true" : "false";
  } else if (const auto* words = std::get_if<std::string>(&cell)) {
    text += *words;
  }
}

}  // namespace poscope
