#include "core/analysis/faithful_reach.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/analysis/table_row.h"
#include "core/analysis/verdict_parts.h"

namespace poscope {
namespace {

constexpr std::int64_t kTileRows = 1024;
constexpr std::int64_t kTilesAtOnce = 32;

// What rounding positions and angles may add to an angle, as a share of it.
double roundedShare(const PhaseStages& stages) {
  return stages.position.exact() && stages.angle.exact() ? 0 : 0x1p-23;
}

// The pairs that can be off by more than `slack` below position `end`: with positions and angles of
// fp32 or finer an angle is off by no more than its frequency and one rounding make it. High
// frequencies only, a few of all.
PhasePipeline pairsAtRisk(const PhasePipeline& pipeline, std::int64_t end, double slack) {
  constexpr std::int64_t kSinglePrecision = 24;
  const PhaseStages& stages = pipeline.stages;
  if (stages.thetaScale > 0 || stages.laneEnd > 0 || stages.divisor != 1 || stages.factor != 1 ||
      stages.position.precision < kSinglePrecision || stages.angle.precision < kSinglePrecision) {
    return pipeline;
  }
  PhasePipeline risky = pipeline;
  risky.frequencies.clear();
  risky.reference.frequencies.clear();
  for (std::size_t i = 0; i < pipeline.frequencies.size(); ++i) {
    const double made = pipeline.frequencies[i];
    const double exact = pipeline.reference.frequencies[i];
    const double rate = std::abs(made - exact) + std::abs(made) * roundedShare(stages);
    if (!(rate * static_cast<double>(end) * pipeline.reference.tableFactor <= slack)) {
      risky.frequencies.push_back(made);
      risky.reference.frequencies.push_back(exact);
    }
  }
  return risky;
}

// The first of `rows` positions from `first` whose entries are off by more than `limit`, or -1.
std::int64_t firstOver(const PhasePipeline& pipeline, std::int64_t first, std::int64_t rows,
                       double limit) {
  PhaseRows table;
  PhaseRows exact;
  fillPhaseRows(pipeline, first, rows, table);
  fillReferenceRows(pipeline.reference, first, rows, exact);
  for (std::int64_t r = 0; r < rows; ++r) {
    const RowPair row = rowPair(table, exact, r);
    if (rowError(row) > limit || isLost(row)) {
      return first + r;
    }
  }
  return -1;
}

}  // namespace

Result<std::int64_t> firstUnfaithful(const PhasePipeline& pipeline, std::int64_t first,
                                     std::int64_t end, double storage,
                                     const std::stop_token& stop) {
  const double limit = kStorageFactor * storage + kSumming;
  const double slack = 2 * storage;  // Storing costs no more than the rest of the limit.
  std::int64_t found = end;
  while (first < end && found == end) {
    const std::int64_t stretch = std::min(kTilesAtOnce * kTileRows, end - first);
    const PhasePipeline risky = pairsAtRisk(pipeline, first + stretch, slack);
    const std::int64_t tiles =
        risky.frequencies.empty() ? 0 : (stretch + kTileRows - 1) / kTileRows;
    std::mutex mutex;
    TileRun run({{}, stop}, 0, 1);
    POSCOPE_CHECK(run.over(tiles, [&](std::int64_t tile) {
      const std::int64_t begin = first + tile * kTileRows;
      const std::int64_t rows = std::min(kTileRows, first + stretch - begin);
      const std::int64_t over = firstOver(risky, begin, rows, limit);
      const std::lock_guard<std::mutex> guard(mutex);
      found = over >= 0 ? std::min(found, over) : found;
    }));
    first += stretch;
  }
  return found;
}

}  // namespace poscope
