// Names and numbers of layers, and the table of formats.
#include "core/figure/data_export.h"

#include <algorithm>

#include "core/figure/named_layers.h"

// The formats in the order in which they are offered; a new one is one line here. Each is the
// function <ending>Format() of its file.
#define POSCOPE_DATA_FORMATS(FORMAT) \
  FORMAT(csv)                        \
  FORMAT(npy)                        \
  FORMAT(json)

namespace poscope {

#define POSCOPE_DECLARE_FORMAT(ending) DataFormat ending##Format();
POSCOPE_DATA_FORMATS(POSCOPE_DECLARE_FORMAT)

std::span<const DataFormat> dataFormats() {
#define POSCOPE_BUILD_FORMAT(ending) ending##Format(),
  static const std::vector<DataFormat> kFormats{POSCOPE_DATA_FORMATS(POSCOPE_BUILD_FORMAT)};
  return kFormats;
}

std::vector<std::string> layerNames(const Figure& figure) {
  std::vector<std::string> names;
  for (const NamedLayer& layer : namedLayers(figure)) {
    names.push_back(layer.name);
  }
  return names;
}

Result<LayerData> layerData(const Figure& figure, std::string_view name, std::int64_t mostCells,
                            std::stop_token stop) {
  return findLayer(figure, name).and_then([&](const NamedLayer& layer) {
    return readLayer(layer, std::max<std::int64_t>(1, mostCells), stop);
  });
}

Result<std::int64_t> layerCells(const Figure& figure, std::string_view name) {
  return findLayer(figure, name).map(cellCount);
}

}  // namespace poscope
