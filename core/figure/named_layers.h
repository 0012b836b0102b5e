// What of a figure can be exported, by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/figure/figure.h"

namespace poscope {

/// A layer of a plot, or a whole table or bits panel. Points into the figure.
struct NamedLayer {
  std::string name;  ///< Unique in the figure: "panel.layer" where two panels share a name.
  const PlotPanel* plot = nullptr;  ///< With `layer`; nullptr for tables.
  const Layer* layer = nullptr;
  const Panel* table = nullptr;  ///< A TablePanel or a BitsPanel.

  [[nodiscard]] bool isTable() const { return table != nullptr; }
  /// nullptr for what is no heat map.
  [[nodiscard]] const HeatLayer* heat() const {
    return layer == nullptr ? nullptr : std::get_if<HeatLayer>(layer);
  }
  [[nodiscard]] bool isSeries() const { return layer != nullptr && heat() == nullptr; }
};

/// What people call it: its label, or what its panel is about.
[[nodiscard]] Text layerTitle(const NamedLayer& layer);

/// Everything that has a name, the main layer first, tables last.
[[nodiscard]] std::vector<NamedLayer> namedLayers(const Figure& figure);

/// The layer `name`, the main one for an empty name. Usage error with the names that exist.
[[nodiscard]] Result<NamedLayer> findLayer(const Figure& figure, std::string_view name);

}  // namespace poscope
