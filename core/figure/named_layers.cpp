#include "core/figure/named_layers.h"

#include <algorithm>

#include "core/base/suggestion.h"
#include "core/base/words.h"

namespace poscope {
namespace {

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

Text layerTitle(const NamedLayer& layer) {
  if (layer.isTable()) {
    return panelTitle(*layer.table);
  }
  const Text own = std::visit(
      [](const auto& body) -> Text {
        if constexpr (requires { body.colours; }) {
          return body.colours.title;
        } else if constexpr (requires { body.label; }) {
          return body.label;
        } else {
          return body.title;
        }
      },
      *layer.layer);
  return own.empty()
             ? Text("figure.panel.plot", {{"x", layer.plot->x.title}, {"y", layer.plot->y.title}})
             : own;
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
  return usageError(unknownName("export.layer.unknown", name, namesOf(layers, &NamedLayer::name)));
}

}  // namespace poscope
