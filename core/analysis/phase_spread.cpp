#include "core/analysis/phase_spread.h"

#include <cmath>
#include <memory>
#include <mutex>

#include "core/analysis/pool.h"

namespace poscope {
namespace {

/// Memory for rotated rows that are kept: every tile is a query tile and, at each distance over its
/// size, the keys of another one.
constexpr std::int64_t kMostKeptBytes = std::int64_t{1} << 28;

class SpreadPass {
 public:
  SpreadPass(const PhaseSide& side, bool storage)
      : side_(side), storage_(storage), distances_(judgedDistances(side.context)) {
    found_.resize(distances_.size());
    const auto rowBytes = static_cast<std::int64_t>(sizeof(double)) * 2 * side.pairs();
    if (side.context <= kMostKeptBytes / rowBytes) {
      kept_ = std::make_unique<Kept[]>(static_cast<std::size_t>(side.tiles()));
    }
  }

  // Scores of the queries of one tile with keys `distance` before them.
  void tile(std::int64_t index) {
    const auto borrowed = scratches_.borrow();
    Scratch& scratch = *borrowed;
    const std::vector<double>& queries = rotated(index, scratch, scratch.queries);
    std::vector<Extremes> here(distances_.size());
    const std::vector<double>* keys = nullptr;
    std::int64_t keysTile = -1;
    for (std::size_t d = 0; d < distances_.size(); ++d) {
      const std::int64_t distance = distances_[d];
      const bool whole = distance >= kPhaseTileRows;
      const std::int64_t wanted = whole ? index - distance / kPhaseTileRows : index - 1;
      if (whole && wanted < 0) {
        continue;
      }
      if (wanted >= 0 && wanted != keysTile) {
        keys = &rotated(wanted, scratch, scratch.keys);
        keysTile = wanted;
      }
      scores(queries, keys, index, whole ? 0 : distance, here[d]);
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    for (std::size_t d = 0; d < here.size(); ++d) {
      found_[d].join(here[d]);
    }
  }

  [[nodiscard]] const std::vector<Extremes>& found() const { return found_; }

 private:
  struct Scratch {
    PhaseRows table;
    PhaseRows stored;
    std::vector<double> queries;
    std::vector<double> keys;
  };
  struct Kept {
    std::once_flag made;
    std::vector<double> rows;
  };

  // The rotated rows of a tile: kept ones, or in `room`.
  const std::vector<double>& rotated(std::int64_t tile, Scratch& scratch,
                                     std::vector<double>& room) {
    if (kept_ == nullptr) {
      rotate(tile, scratch, room);
      return room;
    }
    Kept& kept = kept_[static_cast<std::size_t>(tile)];
    std::call_once(kept.made, [&] { rotate(tile, scratch, kept.rows); });
    return kept.rows;
  }

  void rotate(std::int64_t tile, Scratch& scratch, std::vector<double>& out) const {
    const std::int64_t first = side_.start + tile * kPhaseTileRows;
    const std::int64_t rows = side_.tileRows(tile);
    const std::int64_t width = 2 * side_.pairs();
    out.resize(static_cast<std::size_t>(kPhaseTileRows * width));
    for (std::int64_t r = 0; r < rows; r += kPhaseBlockRows) {
      const std::int64_t count = std::min(kPhaseBlockRows, rows - r);
      if (storage_) {
        fillReferenceRows(side_.pipeline.reference, first + r, count, scratch.table);
        storeRows(side_.pipeline.stages.table, scratch.table, scratch.stored);
      } else {
        fillPhaseRows(side_.pipeline, first + r, count, scratch.table);
      }
      rotateOnes(side_.rotation, storage_ ? scratch.stored : scratch.table, out.data() + r * width);
    }
  }

  // Query row r of the tile meets key row r - shift: among the queries while that is there, else in
  // the keys' tile, the one before (none of the first). A shift of 0 has the keys' tile `distance`
  // before.
  void scores(const std::vector<double>& queries, const std::vector<double>* keys,
              std::int64_t index, std::int64_t shift, Extremes& extremes) const {
    const std::int64_t width = 2 * side_.pairs();
    const double norm = side_.pipeline.reference.tableFactor * side_.pipeline.reference.tableFactor;
    const std::int64_t rows = side_.tileRows(index);
    const std::int64_t begin = shift > 0 && keys == nullptr ? shift : 0;
    for (std::int64_t r = begin; r < rows; ++r) {
      const std::int64_t key = r - shift;
      const bool own = shift > 0 && key >= 0;
      const std::int64_t keyRow = own || shift == 0 ? key : key + kPhaseTileRows;
      const double* const keyData = (own ? queries.data() : keys->data()) + width * keyRow;
      const double score =
          rotatedScore(side_.rotation, queries.data() + width * r, keyData, side_.pairs()) / norm;
      if (std::isfinite(score)) {
        extremes.add(score, side_.start + index * kPhaseTileRows + r);
      }
    }
  }

  const PhaseSide& side_;
  bool storage_;
  std::vector<std::int64_t> distances_;
  std::vector<Extremes> found_;
  std::unique_ptr<Kept[]> kept_;  // Null: too many to keep.
  std::mutex mutex_;
  Pool<Scratch> scratches_;
};

}  // namespace

Result<std::vector<Extremes>> phaseSpreads(const PhaseSide& side, bool storage,
                                           const VerdictControl& control, double first,
                                           double last) {
  SpreadPass pass(side, storage);
  TileRun run(control, first, last);
  const std::vector<std::int64_t> blocks =
      judgedBlocks(side.context, kPhaseTileRows, kMostSpreadBlocks);
  auto done = run.over(static_cast<std::int64_t>(blocks.size()), [&](std::int64_t block) {
    pass.tile(blocks[static_cast<std::size_t>(block)]);
  });
  POSCOPE_CHECK(done);
  return pass.found();
}

}  // namespace poscope
