// Cells that were computed for one figure, by what decides them: a side that is shown again, or was
// prepared, needs no computing.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/plot/cells.h"

namespace poscope {

/// Keeps the newest pictures up to about 96 MB. One thread.
class CellMemo {
 public:
  /// The picture of a request that was kept, in the request's colours.
  [[nodiscard]] std::optional<CellPicture> find(const CellRequest& request) const;
  /// The newest picture of the same cells at another size or of another part: something to show,
  /// stretched, until the right one is there.
  [[nodiscard]] std::optional<CellPicture> alike(const CellRequest& request) const;
  [[nodiscard]] bool has(const CellRequest& request) const;
  void keep(const CellRequest& request, const CellPicture& picture);
  void clear();

 private:
  struct Kept {
    CellRequest request;
    CellPicture picture;
    std::size_t bytes = 0;
  };
  [[nodiscard]] const Kept* kept(const CellRequest& request) const;

  std::vector<Kept> all_;  ///< The oldest first.
  std::size_t bytes_ = 0;
};

/// What the layers of `panel` would ask for where another side of the same figure asked for
/// `shown`: the same parts and pixels of their own sources. Layers that nothing of `shown` fits are
/// left out.
[[nodiscard]] std::vector<CellRequest> alikeRequests(const PlotPanel& panel,
                                                     std::span<const CellRequest> shown);

}  // namespace poscope
