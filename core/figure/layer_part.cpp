#include "core/figure/layer_part.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/lattice.h"
#include "core/base/numbers.h"

namespace poscope {
namespace {

constexpr std::array<std::string_view, 1> kPointColumns{"y"};
constexpr std::array<std::string_view, 2> kBandColumns{"low", "high"};

constexpr std::int64_t kBlock = std::int64_t{1} << 17;  // Numbers.
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const DataName kNoName;
const std::string kNobody;

DataWindow spanOf(const PlotPanel& panel) {
  return {panel.x.first, panel.x.last, panel.y.first, panel.y.last};
}

// What the picture of a panel spans.
DataWindow shownOf(const Figure& figure, const PlotPanel& panel, const DataRequest& request) {
  const bool main = !figure.panels.empty() && &panel == std::get_if<PlotPanel>(&figure.panels[0]);
  return main ? request.window.value_or(spanOf(panel)) : spanOf(panel);
}

std::int64_t clamped(double index, std::int64_t count) {
  return static_cast<std::int64_t>(std::clamp(index, 0.0, static_cast<double>(count)));
}

IndexRange between(std::int64_t first, std::int64_t end) {
  return {first, 1, std::max<std::int64_t>(0, end - first)};
}

// The indices 0..count-1 whose values axisFirst + index lie in the slice.
IndexRange slice(const AxisSlice& wanted, double axisFirst, std::int64_t count) {
  const auto begin = static_cast<std::int64_t>(axisFirst);
  const std::int64_t end = std::min(wanted.end.value_or(begin + count), begin + count);
  std::int64_t first = wanted.first.value_or(begin);
  if (first < begin) {
    first += (begin - first + wanted.step - 1) / wanted.step * wanted.step;
  }
  const std::int64_t room = std::max<std::int64_t>(0, end - first);
  return {first - begin, wanted.step, (room + wanted.step - 1) / wanted.step};
}

// Cells are as wide as one: those that the window cuts belong to the picture.
IndexRange cellsIn(double low, double high, double axisFirst, std::int64_t count) {
  return between(clamped(std::floor(low - 0.5 - axisFirst) + 1, count),
                 clamped(std::ceil(high + 0.5 - axisFirst), count));
}

IndexRange pointsIn(double low, double high, double axisFirst, std::int64_t count) {
  return between(clamped(std::ceil(low - axisFirst), count),
                 clamped(std::floor(high - axisFirst) + 1, count));
}

bool holds(const AxisSlice& wanted, double axisFirst, double x) {
  const double first = wanted.first ? static_cast<double>(*wanted.first) : axisFirst;
  return x >= first && (!wanted.end || x < static_cast<double>(*wanted.end)) &&
         (wanted.step == 1 || std::fmod(x - first, static_cast<double>(wanted.step)) == 0);
}

std::vector<std::int64_t> keptPoints(std::span<const double> x, const DataRequest& request,
                                     const DataWindow& shown) {
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool keeps =
        request.rows ? holds(*request.rows, x.front(), x[i]) : x[i] >= shown.x0 && x[i] <= shown.x1;
    if (keeps) {
      kept.push_back(static_cast<std::int64_t>(i));
    }
  }
  return kept;
}

/// A series whose points come from rows of a source: a curve from one, a band from two.
struct SourceSeries {
  const CellSource* source;
  Quantity quantity;
  double axisFirst;
  std::array<std::int64_t, 2> rows;  // For LayerPart::seriesColumns(), one or two.
};

std::optional<SourceSeries> sourceSeries(const Layer& layer) {
  if (const auto* const curve = std::get_if<CurveLayer>(&layer)) {
    return SourceSeries{curve->source.get(), curve->quantity, curve->columnFirst, {curve->row, 0}};
  }
  if (const auto* const band = std::get_if<BandLayer>(&layer)) {
    return SourceSeries{
        band->source.get(), Quantity::a, band->columnFirst, {BandLayer::kLow, BandLayer::kHigh}};
  }
  return std::nullopt;
}

// One row of a source at the columns of a range.
Result<void> readRow(const CellSource& source, Quantity quantity, std::int64_t row,
                     const IndexRange& columns, std::span<double> out,
                     const std::stop_token& stop) {
  if (columns.step == 1) {
    const Lattice lattice{{row, 1, 1}, {columns.first, columns.count, columns.count}};
    return source.cells(lattice, quantity, Reduction::sample, out, stop);
  }
  // A lattice has no steps: whole stretches are asked for, and most of them dropped.
  const std::int64_t atOnce = std::max<std::int64_t>(1, kBlock / columns.step);
  std::vector<double> stretch;
  for (std::int64_t k = 0; k < columns.count; k += atOnce) {
    const std::int64_t count = std::min(atOnce, columns.count - k);
    const std::int64_t span = (count - 1) * columns.step + 1;
    stretch.resize(static_cast<std::size_t>(span));
    const Lattice lattice{{row, 1, 1}, {columns.at(k), span, span}};
    POSCOPE_CHECK(
        source.cells(lattice, quantity, Reduction::sample, std::span<double>(stretch), stop));
    for (std::int64_t i = 0; i < count; ++i) {
      out[static_cast<std::size_t>(k + i)] = stretch[static_cast<std::size_t>(i * columns.step)];
    }
  }
  return {};
}

std::string sliceText(double first, double end, std::int64_t step) {
  return exactDecimal(first) + ":" + exactDecimal(end) +
         (step == 1 ? std::string() : ":" + std::to_string(step));
}

tl::unexpected<Error> tooMany(const LayerPart& part, std::int64_t numbers,
                              const DataRequest& request) {
  return usageError({"export.data.large",
                     {{"layer", part.layer().name},
                      {"rows", part.rows()},
                      {"columns", part.columns()},
                      {"numbers", numbers},
                      {"most", request.most},
                      {"row_slice", request.names.rows},
                      {"column_slice", request.names.columns}}});
}

// A range of the axis that the layer has all in all, for messages.
std::string wholeAxis(const LayerPart& part, bool rows) {
  const NamedLayer& layer = part.layer();
  if (const HeatLayer* const heat = layer.heat()) {
    const double first = rows ? heat->rowFirst : heat->columnFirst;
    const std::int64_t count = rows ? heat->source->rows() : heat->source->columns();
    return sliceText(first, first + static_cast<double>(count), 1);
  }
  return sliceText(std::ceil(layer.plot->x.first), std::floor(layer.plot->x.last) + 1, 1);
}

Result<void> checkSlices(const LayerPart& part, const DataRequest& request) {
  const bool badRows = request.rows && part.rows() == 0;
  const bool badColumns = request.columns && part.columns() == 0;
  if (!badRows && !badColumns) {
    return {};
  }
  return usageError({"export.slice.empty",
                     {{"option", badRows ? request.names.rows : request.names.columns},
                      {"layer", part.layer().name},
                      {"axis", columnName(badRows ? part.rowAxis() : part.columnAxis())},
                      {"range", wholeAxis(part, badRows)}}});
}

std::vector<NamedLayer> tableLayers(const Figure& figure, const NamedLayer& main,
                                    const DataRequest& request) {
  const bool alone = !request.layer.empty() && !request.neighbours;
  if (alone || !main.isSeries()) {
    return {main};
  }
  std::vector<NamedLayer> series;
  for (const NamedLayer& layer : namedLayers(figure)) {
    if (layer.plot == main.plot && layer.isSeries()) {
      series.push_back(layer);
    }
  }
  return series;
}

Result<std::vector<LayerPart>> partsOf(const Figure& figure, const std::vector<NamedLayer>& layers,
                                       const DataRequest& request) {
  std::vector<LayerPart> parts;
  for (const NamedLayer& layer : layers) {
    POSCOPE_TRY(auto part, LayerPart::make(figure, layer, request));
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

Result<LayerPart> LayerPart::make(const Figure& figure, const NamedLayer& layer,
                                  const DataRequest& request) {
  LayerPart part;
  part.layer_ = layer;
  if (layer.isTable()) {
    return request.rows || request.columns
               ? Result<LayerPart>(usageError({"export.slice.table",
                                               {{"layer", layer.name},
                                                {"row_slice", request.names.rows},
                                                {"column_slice", request.names.columns}}}))
               : part;
  }
  const DataWindow shown = shownOf(figure, *layer.plot, request);
  if (layer.heat() != nullptr) {
    part.chooseHeat(request, shown);
    return part;
  }
  if (request.columns) {
    return usageError({"export.slice.columns", {{"layer", layer.name}}});
  }
  part.chooseSeries(request, shown);
  return part;
}

void LayerPart::chooseHeat(const DataRequest& request, const DataWindow& shown) {
  const HeatLayer& heat = *layer_.heat();
  const std::int64_t rows = heat.source->rows();
  const std::int64_t columns = heat.source->columns();
  rows_ = request.rows ? slice(*request.rows, heat.rowFirst, rows)
                       : cellsIn(shown.y0, shown.y1, heat.rowFirst, rows);
  columns_ = request.columns ? slice(*request.columns, heat.columnFirst, columns)
                             : cellsIn(shown.x0, shown.x1, heat.columnFirst, columns);
}

void LayerPart::chooseSeries(const DataRequest& request, const DataWindow& shown) {
  if (const auto series = sourceSeries(*layer_.layer)) {
    const std::int64_t count = series->source->columns();
    rows_ = request.rows ? slice(*request.rows, series->axisFirst, count)
                         : pointsIn(shown.x0, shown.x1, series->axisFirst, count);
    return;
  }
  kept_ = keptPoints(points()->x, request, shown);
}

const PointLayer* LayerPart::points() const {
  return layer_.layer == nullptr ? nullptr : std::get_if<PointLayer>(layer_.layer);
}

std::int64_t LayerPart::rows() const {
  return points() != nullptr ? static_cast<std::int64_t>(kept_.size()) : rows_.count;
}

std::int64_t LayerPart::columns() const {
  return layer_.isSeries() ? 1 + static_cast<std::int64_t>(seriesColumns().size()) : columns_.count;
}

double LayerPart::rowValue(std::int64_t row) const {
  if (const HeatLayer* const heat = layer_.heat()) {
    return heat->rowFirst + static_cast<double>(rows_.at(row));
  }
  if (const PointLayer* const all = points()) {
    return all->x[static_cast<std::size_t>(kept_[static_cast<std::size_t>(row)])];
  }
  const auto series = sourceSeries(*layer_.layer);
  return series ? series->axisFirst + static_cast<double>(rows_.at(row)) : kNan;
}

double LayerPart::columnValue(std::int64_t column) const {
  const HeatLayer* const heat = layer_.heat();
  return heat == nullptr ? kNan : heat->columnFirst + static_cast<double>(columns_.at(column));
}

std::int64_t LayerPart::rowsAtOnce() const {
  return std::max<std::int64_t>(1, kBlock / std::max<std::int64_t>(1, columns()));
}

Result<void> LayerPart::read(std::int64_t first, std::int64_t count, std::span<double> out,
                             const std::stop_token& stop) const {
  if (stop.stop_requested()) {
    return cancelled();
  }
  if (count * columns() == 0) {
    return {};
  }
  if (layer_.heat() != nullptr) {
    return readColumns({first, 1, count}, {0, 1, columns()}, out, stop);
  }
  if (points() == nullptr) {
    return readSource(first, count, out, stop);
  }
  for (std::int64_t k = 0; k < count; ++k) {
    const auto index = static_cast<std::size_t>(kept_[static_cast<std::size_t>(first + k)]);
    out[static_cast<std::size_t>(2 * k)] = points()->x[index];
    out[static_cast<std::size_t>(2 * k) + 1] = points()->y[index];
  }
  return {};
}

Result<void> LayerPart::readColumns(const IndexRange& rows, const IndexRange& columns,
                                    std::span<double> out, const std::stop_token& stop) const {
  const HeatLayer& heat = *layer_.heat();
  const std::int64_t firstColumn = columns_.at(columns.first);
  if (rows_.step == 1 && columns_.step == 1) {
    const Lattice lattice{{rows_.at(rows.first), rows.count, rows.count},
                          {firstColumn, columns.count, columns.count}};
    return heat.source->cells(lattice, heat.quantity, Reduction::sample, out, stop);
  }
  const auto width = static_cast<std::size_t>(columns.count);
  for (std::int64_t k = 0; k < rows.count; ++k) {
    POSCOPE_CHECK(readRow(*heat.source, heat.quantity, rows_.at(rows.first + k),
                          {firstColumn, columns_.step, columns.count},
                          out.subspan(static_cast<std::size_t>(k) * width, width), stop));
  }
  return {};
}

Result<void> LayerPart::readSource(std::int64_t first, std::int64_t count, std::span<double> out,
                                   const std::stop_token& stop) const {
  const auto series = *sourceSeries(*layer_.layer);
  const auto width = static_cast<std::size_t>(columns());
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < values.size(); ++k) {
    out[k * width] =
        series.axisFirst +
        static_cast<double>(rows_.at(first) + static_cast<std::int64_t>(k) * rows_.step);
  }
  for (std::size_t column = 1; column < width; ++column) {
    POSCOPE_CHECK(readRow(*series.source, series.quantity, series.rows[column - 1],
                          {rows_.at(first), rows_.step, count}, std::span<double>(values), stop));
    for (std::size_t k = 0; k < values.size(); ++k) {
      out[k * width + column] = values[k];
    }
  }
  return {};
}

const DataName& LayerPart::rowAxis() const {
  return layer_.plot == nullptr     ? kNoName
         : layer_.heat() != nullptr ? layer_.plot->y.data
                                    : layer_.plot->x.data;
}

const DataName& LayerPart::columnAxis() const {
  return layer_.heat() == nullptr ? kNoName : layer_.plot->x.data;
}

const DataName& LayerPart::quantity() const {
  const HeatLayer* const heat = layer_.heat();
  return heat != nullptr ? heat->data : layer_.plot == nullptr ? kNoName : layer_.plot->y.data;
}

const std::string& LayerPart::of() const {
  constexpr auto kOfBody = [](const auto& body) -> const std::string& {
    if constexpr (requires { body.of; }) {
      return body.of;
    } else {
      return kNobody;
    }
  };
  return layer_.isTable() ? std::visit(kOfBody, *layer_.table) : std::visit(kOfBody, *layer_.layer);
}

std::optional<double> LayerPart::evenSteps() const {
  return layer_.isSeries() && points() == nullptr ? std::optional(static_cast<double>(rows_.step))
                                                  : std::nullopt;
}

std::span<const std::string_view> LayerPart::seriesColumns() const {
  if (!layer_.isSeries()) {
    return {};
  }
  if (std::holds_alternative<BandLayer>(*layer_.layer)) {
    return kBandColumns;
  }
  return kPointColumns;
}

Result<std::vector<LayerPart>> tableParts(const Figure& figure, const DataRequest& request) {
  POSCOPE_TRY(const NamedLayer main, findLayer(figure, request.layer));
  return partsOf(figure, tableLayers(figure, main, request), request);
}

Result<std::vector<LayerPart>> allParts(const Figure& figure, const DataRequest& request) {
  if (request.rows || request.columns) {
    return tableParts(figure, request);
  }
  if (request.layer.empty()) {
    return partsOf(figure, namedLayers(figure), request);
  }
  POSCOPE_TRY(const NamedLayer named, findLayer(figure, request.layer));
  return partsOf(figure, {named}, request);
}

Result<std::int64_t> checkedNumbers(const std::vector<LayerPart>& parts,
                                    const DataRequest& request) {
  const auto numbers =
      std::accumulate(parts.begin(), parts.end(), std::int64_t{0},
                      [](std::int64_t sum, const LayerPart& part) { return sum + part.numbers(); });
  const auto largest = std::max_element(
      parts.begin(), parts.end(),
      [](const LayerPart& a, const LayerPart& b) { return a.numbers() < b.numbers(); });
  if (numbers > request.most) {
    return tooMany(*largest, numbers, request);
  }
  if (!parts.empty()) {
    POSCOPE_CHECK(checkSlices(*largest, request));
  }
  return numbers;
}

void DataProgress::add(std::int64_t numbers) {
  constexpr std::int64_t kSteps = 1000;
  done_ += numbers;
  if (control_.progress && done_ - told_ > total_ / kSteps) {
    told_ = done_;
    control_.progress(begin_ +
                      (1 - begin_) * static_cast<double>(done_) / static_cast<double>(total_));
  }
}

}  // namespace poscope
