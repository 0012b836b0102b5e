// What of a figure can be exported, by name, and the numbers of one layer. Shared by the writers of
// csv, npy and json.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/figure/data_export.h"
#include "core/figure/figure.h"

namespace poscope {

/// A layer of a plot, or a whole table or bits panel. Points into the figure.
struct NamedLayer {
  std::string name;  ///< Unique in the figure: "panel.layer" where two panels share a name.
  const PlotPanel* plot = nullptr;  ///< With `layer`; nullptr for tables.
  const Layer* layer = nullptr;
  const Panel* table = nullptr;  ///< A TablePanel or a BitsPanel.
};

/// Everything that has a name, the main layer first, tables last.
[[nodiscard]] std::vector<NamedLayer> namedLayers(const Figure& figure);

/// The layer `name`, the main one for an empty name. Usage error with the names that exist.
[[nodiscard]] Result<NamedLayer> findLayer(const Figure& figure, std::string_view name);

/// The numbers of one layer, as layerData says. Usage error for a table.
[[nodiscard]] Result<LayerData> readLayer(const NamedLayer& layer, std::int64_t mostCells,
                                          const std::stop_token& stop);

/// Cells of the layer when nothing is left out (numbers of points count as one each); 0 for tables.
[[nodiscard]] std::int64_t cellCount(const NamedLayer& layer);

/// Names of the columns of a series: "x", "y" or "x", "low", "high"; empty for a heat map or a
/// table.
[[nodiscard]] std::span<const std::string_view> seriesColumns(const NamedLayer& layer);

}  // namespace poscope
