#include "core/figure/named_layers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/lattice.h"
#include "core/base/words.h"

namespace poscope {
namespace {

constexpr std::array<std::string_view, 2> kPointColumns{"x", "y"};
constexpr std::array<std::string_view, 3> kBandColumns{"x", "low", "high"};

template <typename... Bodies>
struct Overloaded : Bodies... {
  using Bodies::operator()...;
};
template <typename... Bodies>
Overloaded(Bodies...) -> Overloaded<Bodies...>;

// Strips and notes carry no name: they annotate.
std::string nameOf(const Layer& layer) {
  return std::visit(
      [](const auto& body) -> std::string {
        if constexpr (requires { body.name; }) {
          return body.name;
        } else {
          return {};
        }
      },
      layer);
}

void addPanel(const Panel& panel, std::vector<NamedLayer>& layers,
              std::vector<NamedLayer>& tables) {
  const auto* plot = std::get_if<PlotPanel>(&panel);
  if (plot == nullptr) {
    std::string name = std::visit([](const auto& body) { return body.name; }, panel);
    if (!name.empty()) {
      tables.push_back({std::move(name), nullptr, nullptr, &panel});
    }
    return;
  }
  for (const Layer& layer : plot->layers) {
    std::string name = nameOf(layer);
    if (!name.empty()) {
      layers.push_back({std::move(name), plot, &layer, nullptr});
    }
  }
}

// A name that several panels use gets its panel in front, except in the first panel.
void makeUnique(std::vector<NamedLayer>& layers) {
  for (std::size_t i = 1; i < layers.size(); ++i) {
    const auto end = layers.begin() + static_cast<std::ptrdiff_t>(i);
    const bool taken = std::any_of(layers.begin(), end, [&](const NamedLayer& earlier) {
      return earlier.name == layers[i].name;
    });
    if (taken && layers[i].plot != nullptr && !layers[i].plot->name.empty()) {
      layers[i].name = layers[i].plot->name + "." + layers[i].name;
    }
  }
}

// How many cells of each axis are read. A short axis (dimensions, heads) stays whole as long as it
// can.
std::pair<std::int64_t, std::int64_t> countsWithin(std::int64_t rows, std::int64_t columns,
                                                   std::int64_t most) {
  if (static_cast<double>(rows) * static_cast<double>(columns) <= static_cast<double>(most)) {
    return {rows, columns};
  }
  const auto side =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(std::sqrt(static_cast<double>(most))));
  if (columns <= side) {
    return {most / columns, columns};
  }
  return rows <= side ? std::pair{rows, most / rows} : std::pair{side, side};
}

// The integers that Backend::fill reads for Reduction::sample, as axis values.
std::vector<double> axisValues(const AxisLattice& axis, double first) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(axis.count));
  for (std::int64_t k = 0; k < axis.count; ++k) {
    const std::int64_t integer = stratifiedSample(axis.begin(k), axis.width(k), 0, 1);
    values.push_back(first + static_cast<double>(integer - axis.first));
  }
  return values;
}

std::vector<double> counted(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<double>(i);
  }
  return values;
}

Result<LayerData> readHeat(const HeatLayer& layer, std::int64_t most, const std::stop_token& stop) {
  const std::int64_t allRows = layer.source->rows();
  const std::int64_t allColumns = layer.source->columns();
  const auto [rows, columns] = countsWithin(allRows, allColumns, most);
  const Lattice lattice{{0, allRows, rows}, {0, allColumns, columns}};
  LayerData data;
  data.name = layer.name;
  data.rows = rows;
  data.columns = columns;
  data.sampled = rows < allRows || columns < allColumns;
  data.rowAxis = axisValues(lattice.rows, layer.rowFirst);
  data.columnAxis = axisValues(lattice.columns, layer.columnFirst);
  data.values.resize(static_cast<std::size_t>(rows * columns));
  POSCOPE_CHECK(layer.source->cells(lattice, layer.quantity, Reduction::sample,
                                    std::span<double>(data.values), stop));
  return data;
}

// Series as a matrix: one row a point, `columns` numbers each.
LayerData seriesData(std::string name, std::initializer_list<const std::vector<double>*> columns) {
  LayerData data;
  data.name = std::move(name);
  std::size_t rows = (*columns.begin())->size();
  for (const std::vector<double>* column : columns) {
    rows = std::min(rows, column->size());
  }
  data.rows = static_cast<std::int64_t>(rows);
  data.columns = static_cast<std::int64_t>(columns.size());
  data.rowAxis = counted(rows);
  data.columnAxis = counted(columns.size());
  data.values.reserve(rows * columns.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (const std::vector<double>* column : columns) {
      data.values.push_back((*column)[row]);
    }
  }
  return data;
}

Result<LayerData> readCurve(const CurveLayer& layer, std::int64_t most,
                            const std::stop_token& stop) {
  const std::int64_t all = layer.source->columns();
  const std::int64_t count = std::clamp<std::int64_t>(most, 1, all);
  const Lattice lattice{{layer.row, 1, 1}, {0, all, count}};
  std::vector<double> y(static_cast<std::size_t>(count));
  POSCOPE_CHECK(
      layer.source->cells(lattice, layer.quantity, Reduction::sample, std::span<double>(y), stop));
  const std::vector<double> x = axisValues(lattice.columns, layer.columnFirst);
  LayerData data = seriesData(layer.name, {&x, &y});
  data.sampled = count < all;
  return data;
}

Result<LayerData> readBand(const BandLayer& layer, std::int64_t most, const std::stop_token& stop) {
  const std::int64_t all = layer.source->columns();
  const std::int64_t count = std::clamp<std::int64_t>(most, 1, all);
  const AxisLattice columns{0, all, count};
  std::vector<double> low(static_cast<std::size_t>(count));
  std::vector<double> high(low.size());
  POSCOPE_CHECK(layer.source->cells({{BandLayer::kLow, 1, 1}, columns}, Quantity::a,
                                    Reduction::sample, std::span<double>(low), stop));
  POSCOPE_CHECK(layer.source->cells({{BandLayer::kHigh, 1, 1}, columns}, Quantity::a,
                                    Reduction::sample, std::span<double>(high), stop));
  const std::vector<double> x = axisValues(columns, layer.columnFirst);
  LayerData data = seriesData(layer.name, {&x, &low, &high});
  data.sampled = count < all;
  return data;
}

}  // namespace

std::vector<NamedLayer> namedLayers(const Figure& figure) {
  std::vector<NamedLayer> layers;
  std::vector<NamedLayer> tables;
  for (const Panel& panel : figure.panels) {
    addPanel(panel, layers, tables);
  }
  layers.insert(layers.end(), tables.begin(), tables.end());
  makeUnique(layers);
  const auto main = std::find_if(layers.begin(), layers.end(), [&](const NamedLayer& layer) {
    return layer.name == figure.mainLayer;
  });
  if (main != layers.end()) {
    std::rotate(layers.begin(), main, main + 1);
  }
  return layers;
}

Result<NamedLayer> findLayer(const Figure& figure, std::string_view name) {
  const std::vector<NamedLayer> layers = namedLayers(figure);
  for (const NamedLayer& layer : layers) {
    if (name.empty() || layer.name == name) {
      return layer;
    }
  }
  if (layers.empty()) {
    return usageError({"export.layer.none", {{"view", figure.source.view}}});
  }
  return usageError({"export.layer.unknown",
                     {{"layer", name}, {"layers", joinWords(layers, &NamedLayer::name)}}});
}

Result<LayerData> readLayer(const NamedLayer& layer, std::int64_t mostCells,
                            const std::stop_token& stop) {
  if (layer.layer == nullptr) {
    return usageError({"export.layer.words", {{"layer", layer.name}}});
  }
  auto data = std::visit(
      Overloaded{[&](const HeatLayer& body) { return readHeat(body, mostCells, stop); },
                 [&](const CurveLayer& body) { return readCurve(body, mostCells, stop); },
                 [&](const PointLayer& body) -> Result<LayerData> {
                   return seriesData(body.name, {&body.x, &body.y});
                 },
                 [&](const BandLayer& body) { return readBand(body, mostCells, stop); },
                 [&](const auto&) -> Result<LayerData> {
                   return usageError({"export.layer.words", {{"layer", layer.name}}});
                 }},
      *layer.layer);
  if (data) {
    data->name = layer.name;
  }
  return data;
}

std::int64_t cellCount(const NamedLayer& layer) {
  if (layer.layer == nullptr) {
    return 0;
  }
  return std::visit(
      Overloaded{[](const HeatLayer& body) { return body.source->rows() * body.source->columns(); },
                 [](const CurveLayer& body) { return body.source->columns(); },
                 [](const PointLayer& body) { return static_cast<std::int64_t>(body.x.size()); },
                 [](const BandLayer& body) { return body.source->columns(); },
                 [](const auto&) { return std::int64_t{0}; }},
      *layer.layer);
}

std::span<const std::string_view> seriesColumns(const NamedLayer& layer) {
  if (layer.layer == nullptr || std::holds_alternative<HeatLayer>(*layer.layer)) {
    return {};
  }
  if (std::holds_alternative<BandLayer>(*layer.layer)) {
    return kBandColumns;
  }
  return kPointColumns;
}

}  // namespace poscope
