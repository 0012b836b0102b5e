// The keys of a plot, in one table: the canvas obeys it, and the sheet of shortcuts shows it.
#pragma once

#include <Qt>
#include <optional>
#include <span>
#include <vector>

#include "core/base/text.h"

namespace poscope {

enum class PlotDeed {
  left,
  right,
  up,
  down,
  closer,
  farther,
  whole,
  first,
  last,
  leave,
  rangeFirst,
  rangeLast,
  rangeZoom
};

struct PlotDeedRow {
  PlotDeed deed;
  std::vector<Qt::Key> keys;
  Text words;
};

/// In the order in which people read them.
[[nodiscard]] std::span<const PlotDeedRow> plotDeeds();

/// Nothing for a key that plots do not know; modifiers do not matter.
[[nodiscard]] std::optional<PlotDeed> plotDeed(int key);

}  // namespace poscope
