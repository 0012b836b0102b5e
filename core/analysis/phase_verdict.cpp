#include "core/analysis/phase_verdict.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/analysis/ablation_rows.h"
#include "core/analysis/phase_rows.h"
#include "core/analysis/pool.h"
#include "core/analysis/row_groups.h"
#include "core/analysis/verdict_parts.h"

namespace poscope {
namespace {

constexpr std::int64_t kTileRows = 1024;
constexpr std::int64_t kMostBlocks = 64;
constexpr std::int64_t kBlockRows = 64;  // Of a tile at once: they stay in the cache.

/// One recipe with everything that its passes need.
struct Side {
  PhasePipeline pipeline;
  PhaseReference reference;
  RotationStages rotation;
  Rounding storedTable;  // Of table, then of rotation where that is coarser.
  std::int64_t start;
  std::int64_t context;

  [[nodiscard]] std::int64_t tiles() const { return (context + kTileRows - 1) / kTileRows; }
  [[nodiscard]] std::int64_t tileRows(std::int64_t tile) const {
    return std::min(kTileRows, context - tile * kTileRows);
  }
};

Result<Side> sideOf(const VerdictSetup& setup, const Recipe& recipe) {
  const std::int64_t total = setup.start + setup.context;
  auto pipeline = phasePipeline(recipe, setup.shape, *setup.format, total, setup.overflow);
  auto reference = phaseReference(recipe, setup.shape);
  if (!pipeline || !reference) {
    return tl::unexpected<Error>(pipeline ? reference.error() : pipeline.error());
  }
  const RotationStages rotation = rotationStages(recipe, *setup.format, setup.overflow);
  const Rounding stored = storedRounding(pipeline->stages, rotation);
  return Side{std::move(*pipeline), std::move(*reference), rotation, stored,
              setup.start,          setup.context};
}

struct WorstEntry {
  double error = 0;
  std::int64_t position = 0;
  std::int64_t pair = 0;

  void join(const WorstEntry& other) {
    if (other.error > error || (other.error == error && other.position < position)) {
      *this = other;
    }
  }
};

/// What a pass over all table rows finds.
struct TableFindings {
  std::vector<std::uint64_t> hashes;
  std::vector<float> errors;  // The largest of each position.
  std::int64_t lost = 0;
  WorstEntry worst;
  double storage = 0;
};

/// Practice is asked for its worst entry only.
enum class Looked { everything, worstOnly };

class TablePass {
 public:
  const Side& side;
  Looked looked;
  TableFindings found{};
  std::mutex mutex{};

  TablePass(const Side& given, Looked what) : side(given), looked(what) {
    if (looked == Looked::everything) {
      found.hashes.resize(static_cast<std::size_t>(side.context));
      found.errors.resize(static_cast<std::size_t>(side.context));
    }
  }

  void tile(std::int64_t index) {
    const std::int64_t end = side.start + index * kTileRows + side.tileRows(index);
    TileFindings here;
    for (std::int64_t first = side.start + index * kTileRows; first < end; first += kBlockRows) {
      block(first, std::min(kBlockRows, end - first), here);
    }
    const std::lock_guard<std::mutex> guard(mutex);
    found.lost += here.lost;
    found.worst.join(here.worst);
    found.storage = std::max(found.storage, here.storage);
  }

 private:
  struct TileFindings {
    PhaseRows table;
    PhaseRows exact;
    WorstEntry worst;
    std::int64_t lost = 0;
    double storage = 0;
  };

  void block(std::int64_t first, std::int64_t rows, TileFindings& here) {
    fillPhaseRows(side.pipeline, first, rows, here.table);
    fillReferenceRows(side.reference, first, rows, here.exact);
    if (looked == Looked::everything) {
      here.storage = std::max(here.storage, storageError(side.storedTable, here.exact));
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      const RowPair row{here.table.cosine(r), here.table.sine(r), here.exact.cosine(r),
                        here.exact.sine(r), here.table.pairs};
      const double error = rowError(row);
      if (looked == Looked::everything) {
        const auto k = static_cast<std::size_t>(first - side.start + r);
        found.hashes[k] = rowHash(row);
        found.errors[k] = static_cast<float>(error);
        here.lost += error >= kLostEntry && isLost(row) ? 1 : 0;
      }
      if (error > here.worst.error) {
        here.worst = {error, first + r, pairOf(row, error)};
      }
    }
  }

  static bool isLost(const RowPair& row) {
    const auto infinite = [](double entry) { return !std::isfinite(entry); };
    return std::any_of(row.cosines, row.cosines + row.pairs, infinite) ||
           std::any_of(row.sines, row.sines + row.pairs, infinite);
  }

  static std::int64_t pairOf(const RowPair& row, double error) {
    std::int64_t pair = 0;
    while (pairError(row, pair) != error) {
      ++pair;
    }
    return pair;
  }
};

/// Extremes of the score at every judged distance, of the recipe or of storage alone.
class SpreadPass {
 public:
  SpreadPass(const Side& side, bool storage)
      : side_(side), storage_(storage), distances_(judgedDistances(side.context)) {
    found_.resize(distances_.size());
  }

  // Scores of the queries of one tile with keys `distance` before them.
  void tile(std::int64_t index) {
    const auto borrowed = scratches_.borrow();
    Scratch& scratch = *borrowed;
    rotated(index, scratch, scratch.queries);
    std::vector<Extremes> here(distances_.size());
    std::int64_t keysTile = -1;
    for (std::size_t d = 0; d < distances_.size(); ++d) {
      const std::int64_t distance = distances_[d];
      if (distance >= kTileRows) {
        const std::int64_t tile = index - distance / kTileRows;
        if (tile >= 0) {
          rotated(tile, scratch, scratch.keys);
          scores(scratch, index, 0, here[d]);
        }
        continue;
      }
      if (index > 0 && keysTile != index - 1) {
        rotated(index - 1, scratch, scratch.keys);
        keysTile = index - 1;
      }
      scores(scratch, index, distance, here[d]);
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    for (std::size_t d = 0; d < here.size(); ++d) {
      found_[d].join(here[d]);
    }
  }

  [[nodiscard]] const std::vector<Extremes>& found() const { return found_; }
  [[nodiscard]] const std::vector<std::int64_t>& distances() const { return distances_; }

 private:
  struct Scratch {
    PhaseRows table;
    PhaseRows stored;
    std::vector<double> queries;
    std::vector<double> keys;
  };

  void rotated(std::int64_t tile, Scratch& scratch, std::vector<double>& out) const {
    const std::int64_t first = side_.start + tile * kTileRows;
    const std::int64_t rows = side_.tileRows(tile);
    const std::int64_t width = 2 * pairs();
    out.resize(static_cast<std::size_t>(kTileRows * width));
    for (std::int64_t r = 0; r < rows; r += kBlockRows) {
      const std::int64_t count = std::min(kBlockRows, rows - r);
      if (storage_) {
        fillReferenceRows(side_.reference, first + r, count, scratch.table);
        storeRows(side_.pipeline.stages.table, scratch.table, scratch.stored);
      } else {
        fillPhaseRows(side_.pipeline, first + r, count, scratch.table);
      }
      rotateOnes(side_.rotation, storage_ ? scratch.stored : scratch.table, out.data() + r * width);
    }
  }

  [[nodiscard]] std::int64_t pairs() const {
    return static_cast<std::int64_t>(side_.reference.frequencies.size());
  }

  // Query row r of the tile meets key row r - shift: among the queries while that is there, else in
  // the keys' tile. A shift of 0 has the keys' tile `distance` before.
  void scores(const Scratch& scratch, std::int64_t index, std::int64_t shift,
              Extremes& extremes) const {
    const std::int64_t width = 2 * pairs();
    const double norm = side_.reference.tableFactor * side_.reference.tableFactor;
    const std::int64_t rows = side_.tileRows(index);
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::int64_t key = r - shift;
      const bool own = shift > 0 && key >= 0;
      if (!own && shift > 0 && index == 0) {
        continue;
      }
      const std::int64_t keyRow = own || shift == 0 ? key : key + kTileRows;
      const double* const keys =
          (own ? scratch.queries.data() : scratch.keys.data()) + width * keyRow;
      const double score =
          rotatedScore(side_.rotation, scratch.queries.data() + width * r, keys, pairs()) / norm;
      if (std::isfinite(score)) {
        extremes.add(score, side_.start + index * kTileRows + r);
      }
    }
  }

  const Side& side_;
  bool storage_;
  std::vector<std::int64_t> distances_;
  std::vector<Extremes> found_;
  std::mutex mutex_;
  Pool<Scratch> scratches_;
};

Result<std::vector<Extremes>> spreadsOf(const Side& side, bool storage,
                                        const VerdictControl& control, double first, double last) {
  SpreadPass pass(side, storage);
  TileRun run(control, first, last);
  const std::vector<std::int64_t> blocks = judgedBlocks(side.context, kTileRows, kMostBlocks);
  auto done = run.over(static_cast<std::int64_t>(blocks.size()), [&](std::int64_t block) {
    pass.tile(blocks[static_cast<std::size_t>(block)]);
  });
  if (!done) {
    return tl::unexpected<Error>(done.error());
  }
  return pass.found();
}

Result<TableFindings> tableOf(const Side& side, Looked looked, const VerdictControl& control,
                              double first, double last) {
  TablePass pass(side, looked);
  TileRun run(control, first, last);
  if (auto done = run.over(side.tiles(), [&](std::int64_t tile) { pass.tile(tile); }); !done) {
    return tl::unexpected<Error>(done.error());
  }
  return std::move(pass.found);
}

FaithfulVerdict faithfulOf(const TableFindings& found, const Side& side) {
  FaithfulVerdict verdict;
  verdict.error = found.worst.error;
  verdict.position = found.worst.position;
  verdict.index = found.worst.pair;
  verdict.storage = found.storage;
  const auto limit = static_cast<float>(kStorageFactor * found.storage + kSumming);
  const auto over = std::find_if(found.errors.begin(), found.errors.end(),
                                 [limit](float error) { return error > limit; });
  verdict.holdsUpTo = over - found.errors.begin();
  verdict.state = verdict.holdsUpTo < side.context ? VerdictState::bad : VerdictState::good;
  return verdict;
}

// A stored score has steps: two scores may always be one apart.
double scoreStep(const VerdictSetup& setup, const Side& side) {
  const double root = std::sqrt(static_cast<double>(setup.shape.dim));
  const NumberFormat& score = stageFormat(setup.recipe, "score", *setup.format);
  return spacingAt(score, root, side.rotation.score.scale) / root;
}

RelativeVerdict relativeOf(const std::vector<Extremes>& own, const std::vector<Extremes>& storage,
                           double step, std::int64_t context) {
  RelativeVerdict verdict;
  for (const std::int64_t block : judgedBlocks(context, kTileRows, kMostBlocks)) {
    verdict.queries += std::min(kTileRows, context - block * kTileRows);
  }
  const std::vector<std::int64_t> distances = judgedDistances(context);
  double worstRatio = -1;
  for (std::size_t d = 0; d < distances.size(); ++d) {
    DistanceSpread row;
    row.distance = distances[d];
    row.spread = own[d].spread();
    row.storage = std::max(storage[d].spread(), step);
    row.lowest = own[d].lowest;
    row.highest = own[d].highest;
    verdict.spreads.push_back(row);
    const bool over = overStorage(row.spread, row.storage);
    verdict.state = over ? VerdictState::bad : verdict.state;
    const double ratio = row.spread / (kStorageFactor * row.storage + kSumming);
    if (ratio > worstRatio) {
      worstRatio = ratio;
      verdict.worst = d;
    }
  }
  return verdict;
}

// A verdict over storage is held against the fp32 phase with the same storage.
Result<void> forgivePractice(const VerdictSetup& setup, const VerdictControl& control,
                             Verdicts& verdicts) {
  const Recipe practice = fp32Practice(setup.recipe);
  const bool itself = practice.settings == setup.recipe.settings;
  if (verdicts.faithful.state == VerdictState::bad) {
    double error = verdicts.faithful.error;
    if (!itself) {
      const auto side = sideOf(setup, practice);
      const auto found = side ? tableOf(*side, Looked::worstOnly, control, 0.8, 0.9)
                              : tl::unexpected<Error>(side.error());
      if (!found) {
        return tl::unexpected<Error>(found.error());
      }
      error = found->worst.error;
    }
    verdicts.faithful.state = stateOf(true, verdicts.faithful.error, 2 * error);
  }
  if (verdicts.relative.state == VerdictState::bad) {
    std::vector<Extremes> allowed;
    if (!itself) {
      const auto side = sideOf(setup, practice);
      auto found =
          side ? spreadsOf(*side, false, control, 0.9, 1.0) : tl::unexpected<Error>(side.error());
      if (!found) {
        return tl::unexpected<Error>(found.error());
      }
      allowed = std::move(*found);
    }
    VerdictState state = VerdictState::good;
    for (std::size_t d = 0; d < verdicts.relative.spreads.size(); ++d) {
      const DistanceSpread& row = verdicts.relative.spreads[d];
      const double limit = itself ? row.spread : allowed[d].spread();
      state = std::max(state, stateOf(overStorage(row.spread, row.storage), row.spread, 2 * limit));
    }
    verdicts.relative.state = state;
  }
  return {};
}

}  // namespace

Result<Verdicts> judgePhase(const VerdictSetup& setup, const VerdictControl& control) {
  const auto side = sideOf(setup, setup.recipe);
  if (!side) {
    return tl::unexpected<Error>(side.error());
  }
  const auto found = tableOf(*side, Looked::everything, control, 0, 0.2);
  if (!found) {
    return tl::unexpected<Error>(found.error());
  }
  const auto own = spreadsOf(*side, false, control, 0.2, 0.5);
  const auto storage =
      own ? spreadsOf(*side, true, control, 0.5, 0.8) : tl::unexpected<Error>(own.error());
  if (!storage) {
    return tl::unexpected<Error>(storage.error());
  }
  Verdicts verdicts;
  verdicts.unique = countGroups(found->hashes, setup.start);
  verdicts.unique.lost = found->lost;
  if (found->lost > 0) {
    verdicts.unique.state = VerdictState::bad;
  }
  verdicts.relative = relativeOf(*own, *storage, scoreStep(setup, *side), setup.context);
  verdicts.faithful = faithfulOf(*found, *side);
  if (auto forgiven = forgivePractice(setup, control, verdicts); !forgiven) {
    return tl::unexpected<Error>(forgiven.error());
  }
  return verdicts;
}

}  // namespace poscope
