// Names of layers, and the table of formats.
#include "core/figure/data_export.h"

#include <algorithm>

#include "core/base/require.h"
#include "core/figure/named_layers.h"

// The formats in the order in which they are offered; a new one is one line here. Each is the
// function <ending>Format() of its file.
#define POSCOPE_DATA_FORMATS(FORMAT) \
  FORMAT(csv)                        \
  FORMAT(tsv)                        \
  FORMAT(npy)                        \
  FORMAT(json)

namespace poscope {

#define POSCOPE_DECLARE_FORMAT(ending) DataFormat ending##Format();
POSCOPE_DATA_FORMATS(POSCOPE_DECLARE_FORMAT)

namespace {

// Several maps of one panel are told apart by whose they are.
Text titleOf(const NamedLayer& layer, const Panel& panel) {
  const HeatLayer* const heat = layer.heat();
  const bool several =
      heat != nullptr &&
      std::count_if(layer.plot->layers.begin(), layer.plot->layers.end(),
                    [](const Layer& each) { return std::holds_alternative<HeatLayer>(each); }) > 1;
  return several ? Text("figure.panel.layer", {{"panel", panelTitle(panel)}, {"layer", layer.name}})
                 : panelTitle(panel);
}

}  // namespace

std::span<const DataFormat> dataFormats() {
#define POSCOPE_BUILD_FORMAT(ending) ending##Format(),
  static const std::vector<DataFormat> kFormats{POSCOPE_DATA_FORMATS(POSCOPE_BUILD_FORMAT)};
  return kFormats;
}

const DataFormat* findDataFormat(std::string_view ending) {
  const auto formats = dataFormats();
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const DataFormat& format) {
    return format.ending == ending;
  });
  return found == formats.end() ? nullptr : &*found;
}

std::vector<TableChoice> tableChoices(const Figure& figure) {
  std::vector<TableChoice> choices;
  std::vector<const PlotPanel*> series;  // Those that have their table.
  for (const NamedLayer& layer : namedLayers(figure)) {
    if (layer.isSeries()) {
      if (std::find(series.begin(), series.end(), layer.plot) != series.end()) {
        continue;
      }
      series.push_back(layer.plot);
    }
    const auto panel =
        std::find_if(figure.panels.begin(), figure.panels.end(), [&](const Panel& each) {
          return layer.isTable() ? &each == layer.table
                                 : std::get_if<PlotPanel>(&each) == layer.plot;
        });
    choices.push_back({layer.name, titleOf(layer, *panel),
                       static_cast<std::size_t>(panel - figure.panels.begin())});
  }
  return choices;
}

std::vector<std::string> layerNames(const Figure& figure) {
  std::vector<std::string> names;
  for (const NamedLayer& layer : namedLayers(figure)) {
    names.push_back(layer.name);
  }
  return names;
}

Result<void> checkLayer(const Figure& figure, std::string_view name) {
  return findLayer(figure, name).map([](const NamedLayer&) {});
}

Result<std::string> dataBytes(std::string_view ending, const Figure& figure,
                              const DataRequest& request, const DataControl& control) {
  const DataFormat& format = require(findDataFormat(ending), "kind of data file", ending);
  std::string bytes;
  const WriteBytes keep = [&bytes](std::string_view more) -> Result<void> {
    bytes += more;
    return {};
  };
  return format.write(figure, request, keep, control).map([&] { return std::move(bytes); });
}

}  // namespace poscope
