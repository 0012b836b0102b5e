#include "app/plot/plot_keys.h"

#include <algorithm>

namespace poscope {

std::span<const PlotDeedRow> plotDeeds() {
  static const std::vector<PlotDeedRow> kRows{
      {PlotDeed::left, {Qt::Key_Left}, "plot.key.left"},
      {PlotDeed::right, {Qt::Key_Right}, "plot.key.right"},
      {PlotDeed::up, {Qt::Key_Up}, "plot.key.up"},
      {PlotDeed::down, {Qt::Key_Down}, "plot.key.down"},
      {PlotDeed::closer, {Qt::Key_Plus, Qt::Key_Equal}, "plot.key.closer"},
      {PlotDeed::farther, {Qt::Key_Minus}, "plot.key.farther"},
      {PlotDeed::whole, {Qt::Key_0}, "plot.key.whole"},
      {PlotDeed::first, {Qt::Key_Home}, "plot.key.first"},
      {PlotDeed::last, {Qt::Key_End}, "plot.key.last"},
      {PlotDeed::leave, {Qt::Key_Escape}, "plot.key.leave"},
      {PlotDeed::rangeFirst, {Qt::Key_BracketLeft}, "plot.key.range-first"},
      {PlotDeed::rangeLast, {Qt::Key_BracketRight}, "plot.key.range-last"},
      {PlotDeed::rangeZoom, {Qt::Key_Return, Qt::Key_Enter}, "plot.key.range-zoom"},
  };
  return kRows;
}

std::optional<PlotDeed> plotDeed(int key) {
  for (const PlotDeedRow& row : plotDeeds()) {
    if (std::find(row.keys.begin(), row.keys.end(), key) != row.keys.end()) {
      return row.deed;
    }
  }
  return std::nullopt;
}

}  // namespace poscope
