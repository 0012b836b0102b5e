// What of a figure's layers a file holds, and its numbers, block by block. Shared by the writers of
// csv, tsv, npy and json.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/slice.h"
#include "core/figure/data_export.h"
#include "core/figure/named_layers.h"

namespace poscope {

/// A part of a layer as rows of numbers: of a heat map its cells, of a series a row a point with x
/// and what stands over it. A table has none: its cells are no numbers only. Points into the
/// figure.
class LayerPart {
 public:
  /// The part that `request` asks for. Usage errors: slices of a table, columns of a series.
  [[nodiscard]] static Result<LayerPart> make(const Figure& figure, const NamedLayer& layer,
                                              const DataRequest& request);

  [[nodiscard]] const NamedLayer& layer() const { return layer_; }
  [[nodiscard]] std::int64_t rows() const;
  /// Of a heat map its columns; of a series 2 or more, x with them; 0 for a table.
  [[nodiscard]] std::int64_t columns() const;
  [[nodiscard]] std::int64_t numbers() const { return rows() * columns(); }
  /// Axis values; of a heat map those of its cells, `rowValue` of a series x.
  [[nodiscard]] double rowValue(std::int64_t row) const;
  [[nodiscard]] double columnValue(std::int64_t column) const;
  /// Rows that make a block of a size that is worth a call and does not hold up a stop.
  [[nodiscard]] std::int64_t rowsAtOnce() const;
  /// `count` rows from `first` on, row by row. Errors as CellSource::cells.
  [[nodiscard]] Result<void> read(std::int64_t first, std::int64_t count, std::span<double> out,
                                  const std::stop_token& stop) const;
  /// The same of some columns of a heat map.
  [[nodiscard]] Result<void> readColumns(const IndexRange& rows, const IndexRange& columns,
                                         std::span<double> out, const std::stop_token& stop) const;

  [[nodiscard]] const DataName& rowAxis() const;
  [[nodiscard]] const DataName& columnAxis() const;  ///< Of a heat map.
  [[nodiscard]] const DataName& quantity() const;    ///< What the cells, or y, are.
  [[nodiscard]] const std::string& of() const;       ///< Whose.
  /// The step between the x of a series where it is the same everywhere, as it is for sources.
  [[nodiscard]] std::optional<double> evenSteps() const;
  /// What stands over x in a series: "y", or "low" and "high".
  [[nodiscard]] std::span<const std::string_view> seriesColumns() const;

 private:
  void chooseHeat(const DataRequest& request, const DataWindow& shown);
  void chooseSeries(const DataRequest& request, const DataWindow& shown);
  [[nodiscard]] Result<void> readSource(std::int64_t first, std::int64_t count,
                                        std::span<double> out, const std::stop_token& stop) const;
  [[nodiscard]] const PointLayer* points() const;  // nullptr for what is no layer of points.

  NamedLayer layer_;
  IndexRange rows_;                 // Not of points.
  IndexRange columns_;              // Of a heat map.
  std::vector<std::int64_t> kept_;  // Of points: they need not lie evenly.
};

/// The parts that one table holds: the layer that `request` names, or, without a name or with its
/// neighbours, all series of the layer's panel. Errors as DataFormat::check.
[[nodiscard]] Result<std::vector<LayerPart>> tableParts(const Figure& figure,
                                                        const DataRequest& request);
/// Every layer, or tableParts where the request asks for less.
[[nodiscard]] Result<std::vector<LayerPart>> allParts(const Figure& figure,
                                                      const DataRequest& request);

/// How many numbers they hold. Usage errors: more than a file may hold; a slice that chose none.
[[nodiscard]] Result<std::int64_t> checkedNumbers(const std::vector<LayerPart>& parts,
                                                  const DataRequest& request);

/// Tells how far writing is, and whether it shall stop.
class DataProgress {
 public:
  /// `begin`: the share of the work that was done before.
  DataProgress(const DataControl& control, std::int64_t total, double begin = 0)
      : control_(control), total_(total), begin_(begin) {}
  void add(std::int64_t numbers);
  [[nodiscard]] const std::stop_token& stop() const { return control_.stop; }

 private:
  const DataControl& control_;
  std::int64_t total_;
  double begin_;
  std::int64_t done_ = 0;
  std::int64_t told_ = 0;
};

/// Calls `use(first, values)` with all rows of a part, some at once.
template <typename Use>
[[nodiscard]] Result<void> eachBlock(const LayerPart& part, DataProgress& progress, Use use) {
  const std::int64_t most = part.rowsAtOnce();
  std::vector<double> values;
  for (std::int64_t first = 0; first < part.rows(); first += most) {
    const std::int64_t count = std::min(most, part.rows() - first);
    values.resize(static_cast<std::size_t>(count * part.columns()));
    POSCOPE_CHECK(part.read(first, count, values, progress.stop()));
    POSCOPE_CHECK(use(first, std::span<const double>(values)));
    progress.add(count * part.columns());
  }
  return {};
}

}  // namespace poscope
