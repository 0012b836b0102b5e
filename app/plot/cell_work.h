// The background work of a canvas: the cells of its layers, a coarse picture first.
#pragma once

#include <vector>

#include "app/jobs/latest.h"
#include "app/plot/cells.h"

namespace poscope {

/// Which layer of which panel a request is for.
struct CellTarget {
  std::size_t panel = 0;
  std::size_t layer = 0;
};

struct CellOrder {
  CellTarget target;
  CellRequest request;
  int coarseStep = 0;  ///< 0: no coarse picture first.
};

struct CellAnswer {
  CellTarget target;
  CellPicture picture;
  bool isCoarse = false;
  bool isLast = false;           ///< Nothing more comes of this work.
  double milliseconds = 0;       ///< Computing time so far, of full pictures only.
  double layerMilliseconds = 0;  ///< The part of this layer.
};

/// Every coarse picture, then every full one; the first full one that fails ends the work. `orders`
/// is not empty.
[[nodiscard]] Latest<CellAnswer>::Work cellWork(std::vector<CellOrder> orders);

}  // namespace poscope
